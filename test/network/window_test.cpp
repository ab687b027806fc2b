// SPDX-License-Identifier: Apache-2.0
// Convolution, deconvolution, pooling, response normalization and padding against plain loops.
#include "net.h"

#include <cmath>

using namespace nvinfer1;
using namespace test;

namespace {

struct Window {
    int64_t size[2] = {3, 3}, stride[2] = {1, 1}, pre[2] = {0, 0}, post[2] = {0, 0}, dilation[2] = {1, 1};
    int64_t extent(int i) const { return dilation[i] * (size[i] - 1) + 1; }
};

double at(Array const& x, int64_t n, int64_t c, int64_t h, int64_t w) {
    if (h < 0 || w < 0 || h >= x.dims[2] || w >= x.dims[3])
        return 0;
    return x.values[static_cast<size_t>(((n * x.dims[1] + c) * x.dims[2] + h) * x.dims[3] + w)];
}

Array convolved(Array const& x, std::vector<float> const& k, std::vector<float> const& bias, int64_t maps,
                int64_t groups, Window const& w, int64_t outH, int64_t outW) {
    Array y{DataType::kFLOAT, {x.dims[0], maps, outH, outW}, {}};
    int64_t const in = x.dims[1] / groups, out = maps / groups;
    for (int64_t n = 0; n < x.dims[0]; ++n)
        for (int64_t m = 0; m < maps; ++m)
            for (int64_t h = 0; h < outH; ++h)
                for (int64_t v = 0; v < outW; ++v) {
                    double sum = bias.empty() ? 0 : bias[static_cast<size_t>(m)];
                    for (int64_t c = 0; c < in; ++c)
                        for (int64_t i = 0; i < w.size[0]; ++i)
                            for (int64_t j = 0; j < w.size[1]; ++j)
                                sum += at(x, n, m / out * in + c, h * w.stride[0] - w.pre[0] + i * w.dilation[0],
                                          v * w.stride[1] - w.pre[1] + j * w.dilation[1]) *
                                       static_cast<double>(
                                           k[static_cast<size_t>(((m * in + c) * w.size[0] + i) * w.size[1] + j)]);
                    y.values.push_back(sum);
                }
    return y;
}

std::vector<float> some(size_t count, uint32_t seed) {
    Array const a = noise({static_cast<int64_t>(count)}, seed);
    return {a.values.begin(), a.values.end()};
}

TEST(Convolution, GroupsStridesPaddingDilation) {
    Window w;
    w.stride[1] = 2;
    w.pre[0] = 1;
    w.post[0] = 2;
    w.pre[1] = 1;
    w.dilation[0] = 2;
    Net net;
    std::vector<float> const k = some(6 * 2 * 9, 1), bias = some(6, 2);
    IConvolutionLayer* layer =
        net->addConvolutionNd(net.input("x", {2, 4, 7, 8}), 6, dims({3, 3}), net.weights(k), net.weights(bias));
    ASSERT_NE(layer, nullptr) << net.logger().text();
    layer->setNbGroups(2);
    layer->setStrideNd(dims({1, 2}));
    layer->setPrePadding(dims({1, 1}));
    layer->setPostPadding(dims({2, 0}));
    layer->setDilationNd(dims({2, 1}));
    EXPECT_EQ(layer->getNbOutputMaps(), 6);
    EXPECT_EQ(layer->getNbGroups(), 2);
    EXPECT_EQ(layer->getKernelWeights().count, 108);
    EXPECT_EQ(layer->getBiasWeights().count, 6);
    EXPECT_EQ(layer->getKernelSizeNd().d[0], 3);
    EXPECT_EQ(layer->getStrideNd().d[1], 2);
    EXPECT_EQ(layer->getPostPadding().d[0], 2);
    EXPECT_EQ(layer->getDilationNd().d[0], 2);
    EXPECT_EQ(layer->getPaddingMode(), PaddingMode::kEXPLICIT_ROUND_DOWN);
    EXPECT_EQ(layer->getNbInputs(), 1);
    EXPECT_EQ(shapeOf(*layer->getOutput(0)), "2x6x6x4");
    net.output(layer, "y");
    Array const x = noise({2, 4, 7, 8}, 3);
    Array const want = convolved(x, k, bias, 6, 2, w, 6, 4);
    expectNear(net.one({{"x", x}}), want.dims, want.values, 1e-4);
}

TEST(Convolution, PaddingModes) {
    struct Row {
        PaddingMode mode;
        int64_t out, pre;
    };
    // Input 6, kernel 3, stride 2, padding 0 where it counts.
    for (Row const& row : {Row{PaddingMode::kEXPLICIT_ROUND_DOWN, 2, 0}, Row{PaddingMode::kEXPLICIT_ROUND_UP, 3, 0},
                           Row{PaddingMode::kSAME_UPPER, 3, 0}, Row{PaddingMode::kSAME_LOWER, 3, 1}}) {
        SCOPED_TRACE(static_cast<int>(row.mode));
        Net net;
        std::vector<float> const k = some(9, 4);
        IConvolutionLayer* layer = net->addConvolutionNd(net.input("x", {1, 1, 6, 6}), 1, dims({3, 3}), net.weights(k),
                                                         {DataType::kFLOAT, nullptr, 0});
        layer->setStrideNd(dims({2, 2}));
        layer->setPaddingMode(row.mode);
        net.output(layer, "y");
        Array const x = noise({1, 1, 6, 6}, 5);
        Window w;
        w.stride[0] = w.stride[1] = 2;
        w.pre[0] = w.pre[1] = row.pre;
        Array const want = convolved(x, k, {}, 1, 1, w, row.out, row.out);
        expectNear(net.one({{"x", x}}), want.dims, want.values, 1e-4);
    }
}

TEST(Convolution, KernelAsTensor) {
    Net net;
    Weights const none{DataType::kFLOAT, nullptr, 0};
    IConvolutionLayer* layer = net->addConvolutionNd(net.input("x", {1, 2, 4, 4}), 3, dims({2, 2}), none, none);
    EXPECT_EQ(layer->getNbInputs(), 1);
    net.output(layer, "y");
    EXPECT_NE(net.refusal().find("TN-169"), std::string::npos) << net.refusal();
    std::vector<float> const k = some(3 * 2 * 4, 6);
    layer->setInput(1, net.input("k", {3, 2, 2, 2}));
    EXPECT_EQ(layer->getNbInputs(), 2);
    EXPECT_EQ(std::string(layer->getInput(1)->getName()), "k");
    EXPECT_EQ(layer->getKernelWeights().count, 0);
    Array const x = noise({1, 2, 4, 4}, 7);
    Window w;
    w.size[0] = w.size[1] = 2;
    Array const want = convolved(x, k, {}, 3, 1, w, 3, 3);
    expectNear(net.one({{"x", x}, {"k", floats({3, 2, 2, 2}, {k.begin(), k.end()})}}), want.dims, want.values, 1e-4);
}

TEST(Convolution, WeightsThatDoNotFit) {
    Net net;
    ILayer* layer = net->addConvolutionNd(net.input("x", {1, 3, 8, 8}), 4, dims({3, 3}),
                                          net.weights(std::vector<float>(100)), {DataType::kFLOAT, nullptr, 0});
    EXPECT_EQ(shapeOf(*layer->getOutput(0)), "none");
    EXPECT_TRUE(net.logger().says("TN-164"));
    EXPECT_TRUE(net.logger().says("108"));
    EXPECT_EQ(net->addConvolutionNd(net.input("z", {1, 3, 8, 8}), 4, dims({3}), net.weights({1}), {}), nullptr);
    EXPECT_TRUE(net.logger().says("TN-141"));
}

TEST(Convolution, WeightsOfHalfPrecisionInAWeakNetwork) {
    Net net;
    uint16_t const ones[] = {0x3c00, 0x4000}; // 1 and 2
    ILayer* layer = net->addConvolutionNd(net.input("x", {1, 1, 1, 3}), 1, dims({1, 2}), {DataType::kHALF, ones, 2},
                                          {DataType::kFLOAT, nullptr, 0});
    net.output(layer, "y");
    expectNear(net.one({{"x", floats({1, 1, 1, 3}, {1, 2, 3})}}), {1, 1, 1, 2}, {5, 8});
}

/// Each input element adds its kernel to the output.
Array deconvolved(Array const& x, std::vector<float> const& k, std::vector<float> const& bias, int64_t maps,
                  int64_t groups, Window const& w, int64_t outH, int64_t outW) {
    Array y{DataType::kFLOAT, {x.dims[0], maps, outH, outW}, {}};
    y.values.resize(static_cast<size_t>(x.dims[0] * maps * outH * outW));
    int64_t const in = x.dims[1] / groups, out = maps / groups;
    for (int64_t n = 0; n < x.dims[0]; ++n) {
        for (int64_t m = 0; m < maps; ++m)
            for (int64_t i = 0; i < outH * outW; ++i)
                y.values[static_cast<size_t>((n * maps + m) * outH * outW + i)] =
                    bias.empty() ? 0 : bias[static_cast<size_t>(m)];
        for (int64_t c = 0; c < x.dims[1]; ++c)
            for (int64_t o = 0; o < out; ++o)
                for (int64_t h = 0; h < x.dims[2]; ++h)
                    for (int64_t v = 0; v < x.dims[3]; ++v)
                        for (int64_t i = 0; i < w.size[0]; ++i)
                            for (int64_t j = 0; j < w.size[1]; ++j) {
                                int64_t const row = h * w.stride[0] - w.pre[0] + i * w.dilation[0];
                                int64_t const column = v * w.stride[1] - w.pre[1] + j * w.dilation[1];
                                if (row < 0 || column < 0 || row >= outH || column >= outW)
                                    continue;
                                int64_t const m = c / in * out + o;
                                y.values[static_cast<size_t>(((n * maps + m) * outH + row) * outW + column)] +=
                                    at(x, n, c, h, v) *
                                    static_cast<double>(
                                        k[static_cast<size_t>(((c * out + o) * w.size[0] + i) * w.size[1] + j)]);
                            }
    }
    return y;
}

TEST(Deconvolution, StridesGroupsPadding) {
    for (bool wide : {false, true}) { // more padding than the kernel has: the output is cut
        SCOPED_TRACE(wide);
        Net net;
        std::vector<float> const k = some(4 * 3 * 6, 1), bias = some(6, 2);
        IDeconvolutionLayer* layer =
            net->addDeconvolutionNd(net.input("x", {2, 4, 3, 4}), 6, dims({3, 2}), net.weights(k), net.weights(bias));
        ASSERT_NE(layer, nullptr);
        layer->setNbGroups(2);
        layer->setStrideNd(dims({2, 3}));
        Window w;
        w.size[1] = 2;
        w.stride[0] = 2;
        w.stride[1] = 3;
        w.pre[0] = wide ? 3 : 1;
        layer->setPrePadding(dims({w.pre[0], 0}));
        layer->setPostPadding(dims({0, 1}));
        int64_t const outH = 2 * 2 + 3 - w.pre[0], outW = 3 * 3 + 2 - 1;
        EXPECT_EQ(shapeOf(*layer->getOutput(0)), "2x6x" + std::to_string(outH) + "x" + std::to_string(outW));
        net.output(layer, "y");
        Array const x = noise({2, 4, 3, 4}, 3);
        Array const want = deconvolved(x, k, bias, 6, 2, w, outH, outW);
        expectNear(net.one({{"x", x}}), want.dims, want.values, 1e-4);
    }
}

TEST(Deconvolution, SameUpperAndDynamicDims) {
    Net net;
    std::vector<float> const k = some(9, 1);
    IDeconvolutionLayer* layer = net->addDeconvolutionNd(net.input("x", {1, 1, -1, 4}), 1, dims({3, 3}), net.weights(k),
                                                         {DataType::kFLOAT, nullptr, 0});
    layer->setStrideNd(dims({2, 2}));
    layer->setPaddingMode(PaddingMode::kSAME_UPPER);
    EXPECT_EQ(shapeOf(*layer->getOutput(0)), "1x1x?x8");
    net.output(layer, "y");
    Array const x = noise({1, 1, 3, 4}, 3);
    Window w;
    w.stride[0] = w.stride[1] = 2;
    Array const want = deconvolved(x, k, {}, 1, 1, w, 6, 8);
    expectNear(net.one({{"x", x}}), want.dims, want.values, 1e-4);
}

TEST(Pooling, TypesAndPadding) {
    Array const x = noise({1, 2, 5, 5}, 8);
    for (PoolingType type : {PoolingType::kMAX, PoolingType::kAVERAGE, PoolingType::kMAX_AVERAGE_BLEND})
        for (bool exclusive : {true, false}) {
            SCOPED_TRACE(static_cast<int>(type));
            Net net;
            IPoolingLayer* layer = net->addPoolingNd(net.input("x", {1, 2, 5, 5}), PoolingType::kMAX, dims({2, 3}));
            EXPECT_TRUE(layer->getAverageCountExcludesPadding());
            EXPECT_EQ(layer->getStrideNd().d[0], 1);
            layer->setPoolingType(type);
            layer->setStrideNd(dims({2, 2}));
            layer->setPaddingNd(dims({1, 1}));
            layer->setBlendFactor(0.25f);
            layer->setAverageCountExcludesPadding(exclusive);
            EXPECT_EQ(layer->getPaddingNd().d[1], 1);
            EXPECT_EQ(layer->getWindowSizeNd().d[1], 3);
            EXPECT_EQ(layer->getBlendFactor(), 0.25f);
            net.output(layer, "y");
            std::vector<double> want;
            for (int64_t c = 0; c < 2; ++c)
                for (int64_t h = 0; h < 3; ++h)
                    for (int64_t w = 0; w < 3; ++w) {
                        double most = -1e30, sum = 0, count = 0;
                        for (int64_t i = 0; i < 2; ++i)
                            for (int64_t j = 0; j < 3; ++j) {
                                int64_t const row = h * 2 - 1 + i, column = w * 2 - 1 + j;
                                bool const inside = row >= 0 && column >= 0 && row < 5 && column < 5;
                                if (inside)
                                    most = std::max(most, at(x, 0, c, row, column));
                                sum += at(x, 0, c, row, column);
                                count += inside || !exclusive ? 1 : 0;
                            }
                        double const mean = sum / count;
                        want.push_back(type == PoolingType::kMAX       ? most
                                       : type == PoolingType::kAVERAGE ? mean
                                                                       : 0.75 * most + 0.25 * mean);
                    }
            expectNear(net.one({{"x", x}}), {1, 2, 3, 3}, want, 1e-4);
        }
}

TEST(Pooling, BadArguments) {
    Net net;
    ITensor& x = net.input("x", {1, 2, 5, 5});
    EXPECT_EQ(net->addPoolingNd(x, static_cast<PoolingType>(9), dims({2, 2})), nullptr);
    EXPECT_EQ(net->addPoolingNd(x, PoolingType::kMAX, dims({2, 2, 2, 2})), nullptr);
    IPoolingLayer* layer = net->addPoolingNd(x, PoolingType::kMAX, dims({2, 2}));
    layer->setBlendFactor(2);
    EXPECT_EQ(layer->getBlendFactor(), 0);
    layer->setStrideNd(dims({0, 1}));
    EXPECT_EQ(layer->getStrideNd().d[0], 1);
    EXPECT_TRUE(net.logger().says("TN-141"));
    EXPECT_TRUE(net.logger().says("TN-142"));
}

TEST(Lrn, SumsOverChannels) {
    Net net;
    ILRNLayer* layer = net->addLRN(net.input("x", {2, 5, 2, 2}), 3, 0.5f, 0.75f, 2);
    EXPECT_EQ(layer->getWindowSize(), 3);
    EXPECT_EQ(layer->getAlpha(), 0.5f);
    EXPECT_EQ(layer->getBeta(), 0.75f);
    EXPECT_EQ(layer->getK(), 2);
    net.output(layer, "y");
    Array const x = noise({2, 5, 2, 2}, 4);
    std::vector<double> want;
    for (int64_t n = 0; n < 2; ++n)
        for (int64_t c = 0; c < 5; ++c)
            for (int64_t i = 0; i < 4; ++i) {
                double sum = 0;
                for (int64_t k = std::max<int64_t>(0, c - 1); k <= std::min<int64_t>(4, c + 1); ++k)
                    sum += std::pow(at(x, n, k, i / 2, i % 2), 2);
                want.push_back(at(x, n, c, i / 2, i % 2) / std::pow(2 + 0.5 / 3 * sum, 0.75));
            }
    expectNear(net.one({{"x", x}}), x.dims, want, 1e-4);
    EXPECT_EQ(net->addLRN(net.input("z", {1, 2, 2, 2}), 4, 1, 1, 1), nullptr);
}

TEST(Padding, AddsAndCuts) {
    Net net;
    IPaddingLayer* layer = net->addPaddingNd(net.input("x", {1, 2, 3}), dims({1, -1}), dims({0, 2}));
    EXPECT_EQ(layer->getPrePaddingNd().d[1], -1);
    EXPECT_EQ(layer->getPostPaddingNd().d[1], 2);
    net.output(layer, "y");
    expectNear(net.one({{"x", counted({1, 2, 3})}}), {1, 3, 4}, {0, 0, 0, 0, 2, 3, 0, 0, 5, 6, 0, 0});
}

} // namespace

// SPDX-License-Identifier: Apache-2.0
// Layers that work along axes or by index.
#include "net.h"

#include <cmath>

using namespace nvinfer1;
using namespace test;

namespace {

TEST(Reduce, EveryOperation) {
    std::vector<std::pair<ReduceOperation, std::vector<double>>> const rows = {
        {ReduceOperation::kSUM, {5, 7, 9}},       {ReduceOperation::kPROD, {4, 10, 18}},
        {ReduceOperation::kMAX, {4, 5, 6}},       {ReduceOperation::kMIN, {1, 2, 3}},
        {ReduceOperation::kAVG, {2.5, 3.5, 4.5}},
    };
    for (auto const& [op, want] : rows)
        for (bool keep : {true, false}) {
            SCOPED_TRACE(static_cast<int>(op));
            Net net;
            IReduceLayer* layer = net->addReduce(net.input("x", {2, 3}), op, 1U << 0, keep);
            EXPECT_EQ(layer->getOperation(), op);
            EXPECT_EQ(layer->getReduceAxes(), 1U);
            EXPECT_EQ(layer->getKeepDimensions(), keep);
            net.output(layer, "y");
            expectNear(net.one({{"x", counted({2, 3})}}), keep ? std::vector<int64_t>{1, 3} : std::vector<int64_t>{3},
                       want);
        }
    Net net;
    EXPECT_EQ(net->addReduce(net.input("x", {2}), ReduceOperation::kSUM, 0, false), nullptr);
    EXPECT_EQ(net->addReduce(*net->getInput(0), ReduceOperation::kNONE, 1, false), nullptr);
    ILayer* outside = net->addReduce(*net->getInput(0), ReduceOperation::kSUM, 1U << 3, false);
    EXPECT_EQ(shapeOf(*outside->getOutput(0)), "none");
    EXPECT_TRUE(net.logger().says("TN-043"));
}

TEST(SoftMax, AxisAndItsDefault) {
    Net net;
    ISoftMaxLayer* layer = net->addSoftMax(net.input("x", {2, 2, 3, 4}));
    EXPECT_EQ(layer->getAxes(), 1U << 1);
    layer->setAxes(1U << 3);
    net.output(layer, "y");
    Array const x = noise({2, 2, 3, 4}, 1);
    std::vector<double> want;
    for (size_t row = 0; row < 12; ++row) {
        double sum = 0;
        for (size_t i = 0; i < 4; ++i)
            sum += std::exp(x.values[row * 4 + i]);
        for (size_t i = 0; i < 4; ++i)
            want.push_back(std::exp(x.values[row * 4 + i]) / sum);
    }
    expectNear(net.one({{"x", x}}), x.dims, want);
    layer->setAxes(3);
    EXPECT_NE(net.refusal().find("TN-047"), std::string::npos) << net.refusal();
}

TEST(RaggedSoftMax, StopsAtTheBound) {
    Net net;
    net.output(net->addRaggedSoftMax(net.input("x", {2, 3}), net.input("n", {2, 1}, DataType::kINT32)), "y");
    double const a = std::exp(1) / (std::exp(1) + std::exp(2)), all = std::exp(4) + std::exp(5) + std::exp(6);
    expectNear(net.one({{"x", counted({2, 3})}, {"n", integers({2, 1}, {2, 3})}}), {2, 3},
               {a, 1 - a, 0, std::exp(4) / all, std::exp(5) / all, std::exp(6) / all});
}

TEST(TopK, ElementsAndIndices) {
    Net net;
    ITopKLayer* layer = net->addTopK(net.input("x", {2, 4}), TopKOperation::kMAX, 2, 1U << 1, DataType::kINT32);
    EXPECT_EQ(layer->getK(), 2);
    EXPECT_EQ(layer->getNbOutputs(), 2);
    EXPECT_EQ(layer->getIndicesType(), DataType::kINT32);
    EXPECT_EQ(layer->getOutput(1)->getType(), DataType::kINT32);
    net.output(*layer->getOutput(0), "y");
    net.output(*layer->getOutput(1), "i");
    Array const x = floats({2, 4}, {3, 9, 1, 7, 5, 5, 8, 2});
    auto y = net.run({{"x", x}});
    expectNear(y.at("y"), {2, 2}, {9, 7, 8, 5});
    expectNear(y.at("i"), {2, 2}, {1, 3, 2, 0});
    layer->setOperation(TopKOperation::kMIN);
    EXPECT_TRUE(layer->setIndicesType(DataType::kINT64));
    EXPECT_FALSE(layer->setIndicesType(DataType::kFLOAT));
    layer->setInput(1, net.input("k", {}, DataType::kINT32));
    y = net.run({{"x", x}, {"k", integers({}, {1})}});
    expectNear(y.at("y"), {2, 1}, {1, 2});
    EXPECT_EQ(y.at("i").type, DataType::kINT64);
    EXPECT_EQ(net->addTopK(*net->getInput(0), TopKOperation::kMAX, 4000, 2, DataType::kINT32), nullptr);
}

TEST(Cumulative, ExclusiveAndReverse) {
    Net net;
    ICumulativeLayer* layer = net->addCumulative(net.input("x", {2, 3}), net.constant(integers({}, {1})),
                                                 CumulativeOperation::kSUM, false, false);
    net.output(layer, "y");
    expectNear(net.one({{"x", counted({2, 3})}}), {2, 3}, {1, 3, 6, 4, 9, 15});
    layer->setExclusive(true);
    layer->setReverse(true);
    EXPECT_TRUE(layer->getExclusive());
    EXPECT_TRUE(layer->getReverse());
    expectNear(net.one({{"x", counted({2, 3})}}), {2, 3}, {5, 3, 0, 11, 6, 0});
}

/// (x - mean) / sqrt(variance + epsilon) over `size` neighbours at a time.
std::vector<double> normalized(std::vector<double> const& x, size_t size, double epsilon) {
    std::vector<double> out;
    for (size_t at = 0; at < x.size(); at += size) {
        double mean = 0, variance = 0;
        for (size_t i = 0; i < size; ++i)
            mean += x[at + i] / static_cast<double>(size);
        for (size_t i = 0; i < size; ++i)
            variance += (x[at + i] - mean) * (x[at + i] - mean) / static_cast<double>(size);
        for (size_t i = 0; i < size; ++i)
            out.push_back((x[at + i] - mean) / std::sqrt(variance + epsilon));
    }
    return out;
}

TEST(Normalization, LayerInstanceGroups) {
    Array const x = noise({2, 4, 3, 2}, 5);
    { // over the last three axes
        Net net;
        Array const scale = noise({1, 4, 3, 2}, 6), bias = noise({1, 4, 3, 2}, 7);
        INormalizationLayer* layer =
            net->addNormalization(net.input("x", x.dims), net.constant(scale), net.constant(bias), 0b1110);
        EXPECT_EQ(layer->getEpsilon(), 1e-5f);
        EXPECT_EQ(layer->getNbGroups(), 1);
        EXPECT_EQ(layer->getComputePrecision(), DataType::kFLOAT);
        EXPECT_FALSE(layer->isV2());
        layer->setEpsilon(0.1f);
        net.output(layer, "y");
        std::vector<double> want = normalized(x.values, 24, 0.1);
        for (size_t i = 0; i < want.size(); ++i)
            want[i] = want[i] * scale.values[i % 24] + bias.values[i % 24];
        expectNear(net.one({{"x", x}}), x.dims, want, 1e-4);
    }
    { // each channel by itself
        Net net;
        Array const scale = noise({1, 4, 1, 1}, 6), bias = noise({1, 4, 1, 1}, 7);
        net.output(net->addNormalization(net.input("x", x.dims), net.constant(scale), net.constant(bias), 0b1100), "y");
        std::vector<double> want = normalized(x.values, 6, 1e-5);
        for (size_t i = 0; i < want.size(); ++i)
            want[i] = want[i] * scale.values[i / 6 % 4] + bias.values[i / 6 % 4];
        expectNear(net.one({{"x", x}}), x.dims, want, 1e-4);
    }
    for (bool perChannel : {false, true}) { // two groups of two channels
        SCOPED_TRACE(perChannel);
        Net net;
        int64_t const count = perChannel ? 4 : 2;
        Array const scale = noise({1, count, 1, 1}, 6), bias = noise({1, count, 1, 1}, 7);
        ITensor& in = net.input("x", x.dims);
        INormalizationLayer* layer = perChannel
                                         ? net->addNormalizationV2(in, net.constant(scale), net.constant(bias), 0b1100)
                                         : net->addNormalization(in, net.constant(scale), net.constant(bias), 0b1100);
        layer->setNbGroups(2);
        EXPECT_EQ(layer->isV2(), perChannel);
        net.output(layer, "y");
        std::vector<double> want = normalized(x.values, 12, 1e-5);
        for (size_t i = 0; i < want.size(); ++i) {
            size_t const k = perChannel ? i / 6 % 4 : i / 12 % 2;
            want[i] = want[i] * scale.values[k] + bias.values[k];
        }
        expectNear(net.one({{"x", x}}), x.dims, want, 1e-4);
    }
}

TEST(Gather, EveryMode) {
    Net net;
    ITensor& x = net.input("x", {2, 3});
    net.output(net->addGather(x, net.constant(integers({2, 2}, {2, 0, 1, 1})), 1), "slices");
    IGatherLayer* element = net->addGatherV2(x, net.constant(integers({2, 1}, {2, 0})), GatherMode::kELEMENT);
    element->setGatherAxis(1);
    net.output(element, "element");
    net.output(net->addGatherV2(x, net.constant(integers({2, 2}, {0, 2, 1, 0})), GatherMode::kND), "nd");
    IGatherLayer* batched = net->addGather(x, net.constant(integers({2, 2}, {2, 0, 1, 1})), 1);
    batched->setNbElementWiseDims(1);
    EXPECT_EQ(batched->getNbElementWiseDims(), 1);
    EXPECT_EQ(batched->getMode(), GatherMode::kDEFAULT);
    net.output(batched, "batched");
    auto const y = net.run({{"x", counted({2, 3})}});
    expectNear(y.at("slices"), {2, 2, 2}, {3, 1, 2, 2, 6, 4, 5, 5});
    expectNear(y.at("element"), {2, 1}, {3, 4});
    expectNear(y.at("nd"), {2}, {3, 4});
    expectNear(y.at("batched"), {2, 2}, {3, 1, 5, 5});
}

TEST(Scatter, BothModes) {
    Net net;
    ITensor& x = net.input("x", {2, 3});
    IScatterLayer* element = net->addScatter(x, net.constant(integers({2, 1}, {2, 0})),
                                             net.constant(floats({2, 1}, {-1, -2})), ScatterMode::kELEMENT);
    element->setAxis(1);
    EXPECT_EQ(element->getAxis(), 1);
    net.output(element, "element");
    net.output(net->addScatter(x, net.constant(integers({1, 1}, {1})), net.constant(floats({1, 3}, {7, 8, 9})),
                               ScatterMode::kND),
               "nd");
    auto const y = net.run({{"x", counted({2, 3})}});
    expectNear(y.at("element"), {2, 3}, {1, 2, -1, -2, 5, 6});
    expectNear(y.at("nd"), {2, 3}, {1, 2, 3, 7, 8, 9});
}

TEST(OneHot, NewAxis) {
    Net net;
    IOneHotLayer* layer = net->addOneHot(net.input("i", {2}, DataType::kINT32), net.constant(floats({2}, {-1, 5})),
                                         net.constant(integers({}, {3})), -1);
    EXPECT_EQ(layer->getAxis(), -1);
    EXPECT_EQ(shapeOf(*layer->getOutput(0)), "2x3");
    net.output(layer, "y");
    expectNear(net.one({{"i", integers({2}, {2, 0})}}), {2, 3}, {-1, -1, 5, 5, -1, -1});
}

TEST(NonZero, KnownAfterTheRun) {
    Net net;
    INonZeroLayer* layer = net->addNonZero(net.input("x", {2, 3}), DataType::kINT64);
    EXPECT_EQ(shapeOf(*layer->getOutput(0)), "2x?");
    EXPECT_TRUE(layer->setIndicesType(DataType::kINT32));
    EXPECT_EQ(layer->getIndicesType(), DataType::kINT32);
    net.output(layer, "y");
    expectNear(net.one({{"x", floats({2, 3}, {0, 1, 0, 2, 0, 3})}}), {2, 3}, {0, 1, 1, 1, 0, 2});
    EXPECT_EQ(net->addNonZero(*net->getInput(0), DataType::kHALF), nullptr);
}

TEST(Quantize, RoundsAndClampsAndComesBack) {
    Net net;
    ITensor& scale = net.constant(floats({2}, {0.5, 2}));
    IQuantizeLayer* q = net->addQuantize(net.input("x", {2, 3}), scale, DataType::kINT8);
    ASSERT_NE(q, nullptr) << net.logger().text();
    EXPECT_EQ(q->getAxis(), -1);
    EXPECT_EQ(q->getToType(), DataType::kINT8);
    EXPECT_EQ(q->getBlockShape().nbDims, -1);
    EXPECT_EQ(shapeOf(*q->getOutput(0)), "none"); // a list of scales needs an axis
    EXPECT_TRUE(net.logger().says("TN-169"));
    q->setAxis(0);
    EXPECT_EQ(q->getOutput(0)->getType(), DataType::kINT8);
    IDequantizeLayer* d = net->addDequantize(*q->getOutput(0), scale, DataType::kFLOAT);
    d->setAxis(0);
    EXPECT_EQ(d->getType(), LayerType::kDEQUANTIZE);
    net.output(q, "q");
    net.output(d, "y");
    auto const y = net.run({{"x", floats({2, 3}, {0.25, 0.75, 1000, 3, -5, -1000})}});
    expectNear(y.at("q"), {2, 3}, {0, 2, 127, 2, -2, -128});
    expectNear(y.at("y"), {2, 3}, {0, 1, 63.5, 4, -4, -256});
    EXPECT_EQ(net->addQuantize(*net->getInput(0), scale, DataType::kFLOAT), nullptr);
    EXPECT_EQ(net->addDequantize(*q->getOutput(0), scale, DataType::kINT8), nullptr);
    EXPECT_TRUE(net.logger().says("TN-142"));
}

TEST(Nms, GivesTheBoxesThatStayAndTheirNumber) {
    Net net;
    ITensor &boxes = net.input("boxes", {1, 3, 4}), &scores = net.input("scores", {1, 3, 1});
    ITensor& most = net.input("most", {}, DataType::kINT32);
    nvinfer1::INMSLayer* layer = net->addNMS(boxes, scores, most, DataType::kINT32);
    ASSERT_NE(layer, nullptr) << net.logger().text();
    EXPECT_EQ(layer->getType(), LayerType::kNMS);
    EXPECT_EQ(layer->getTopKBoxLimit(), 5000);
    EXPECT_EQ(layer->getBoundingBoxFormat(), nvinfer1::BoundingBoxFormat::kCORNER_PAIRS);
    layer->setTopKBoxLimit(5001);
    EXPECT_EQ(layer->getTopKBoxLimit(), 5000);
    EXPECT_FALSE(layer->setIndicesType(DataType::kFLOAT));
    EXPECT_TRUE(layer->setIndicesType(DataType::kINT64));
    layer->setInput(3, net.input("overlap", {}));
    net.output(layer, "rows");
    net->markOutput(*layer->getOutput(1));
    layer->getOutput(1)->setName("number");
    auto const y = net.run({{"boxes", floats({1, 3, 4}, {0, 0, 1, 1, 0, 0.1, 1, 1.1, 5, 5, 6, 6})},
                            {"scores", floats({1, 3, 1}, {0.5, 0.9, 0.7})},
                            {"most", integers({}, {3})},
                            {"overlap", floats({}, {0.5})}});
    expectNear(y.at("rows"), {2, 3}, {0, 0, 1, 0, 0, 2});
    expectNear(y.at("number"), {}, {2});
}

TEST(GridSample, ReadsAtThePlacesOfTheGrid) {
    Net net;
    nvinfer1::IGridSampleLayer* layer =
        net->addGridSample(net.input("x", {1, 1, 2, 2}), net.input("grid", {1, 1, 3, 2}));
    ASSERT_NE(layer, nullptr) << net.logger().text();
    EXPECT_EQ(layer->getType(), LayerType::kGRID_SAMPLE);
    EXPECT_EQ(layer->getInterpolationMode(), nvinfer1::InterpolationMode::kLINEAR);
    EXPECT_FALSE(layer->getAlignCorners());
    EXPECT_FALSE(layer->setSampleMode(nvinfer1::SampleMode::kWRAP));
    EXPECT_EQ(layer->getSampleMode(), nvinfer1::SampleMode::kFILL);
    layer->setAlignCorners(true);
    EXPECT_TRUE(layer->setSampleMode(nvinfer1::SampleMode::kCLAMP));
    net.output(layer, "y");
    expectNear(
        net.one({{"x", floats({1, 1, 2, 2}, {1, 2, 3, 4})}, {"grid", floats({1, 1, 3, 2}, {-1, -1, 0, 0, 9, 1})}}),
        {1, 1, 1, 3}, {1, 2.5, 4});
}

} // namespace

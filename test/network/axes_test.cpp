// SPDX-License-Identifier: Apache-2.0
// Layers that work along axes or by index, and products of matrices.
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

TEST(MatrixMultiply, TransposedAndVectors) {
    Array const a = counted({2, 2, 3}), b = counted({1, 4, 3}), v = counted({2, 3});
    Net net;
    ITensor &at = net.input("a", a.dims), &bt = net.input("b", b.dims), &vt = net.input("v", v.dims);
    IMatrixMultiplyLayer* layer = net->addMatrixMultiply(at, MatrixOperation::kNONE, bt, MatrixOperation::kNONE);
    layer->setOperation(1, MatrixOperation::kTRANSPOSE);
    EXPECT_EQ(layer->getOperation(0), MatrixOperation::kNONE);
    EXPECT_EQ(layer->getOperation(1), MatrixOperation::kTRANSPOSE);
    EXPECT_EQ(shapeOf(*layer->getOutput(0)), "2x2x4");
    net.output(layer, "y");
    net.output(net->addMatrixMultiply(at, MatrixOperation::kNONE, vt, MatrixOperation::kVECTOR), "mv");
    net.output(net->addMatrixMultiply(vt, MatrixOperation::kVECTOR, vt, MatrixOperation::kVECTOR), "vv");
    auto const y = net.run({{"a", a}, {"b", b}, {"v", v}});
    std::vector<double> product, mv, vv;
    for (size_t n = 0; n < 2; ++n)
        for (size_t i = 0; i < 2; ++i) {
            for (size_t k = 0; k < 4; ++k) {
                double sum = 0;
                for (size_t j = 0; j < 3; ++j)
                    sum += a.values[n * 6 + i * 3 + j] * b.values[k * 3 + j];
                product.push_back(sum);
            }
            double sum = 0;
            for (size_t j = 0; j < 3; ++j)
                sum += a.values[n * 6 + i * 3 + j] * v.values[n * 3 + j];
            mv.push_back(sum);
        }
    for (size_t n = 0; n < 2; ++n)
        vv.push_back(v.values[n * 3] * v.values[n * 3] + v.values[n * 3 + 1] * v.values[n * 3 + 1] +
                     v.values[n * 3 + 2] * v.values[n * 3 + 2]);
    expectNear(y.at("y"), {2, 2, 4}, product);
    expectNear(y.at("mv"), {2, 2}, mv);
    expectNear(y.at("vv"), {2}, vv);
}

/// Every index of every letter, one loop.
Array einsum(std::string const& terms, std::string const& result, std::vector<Array> const& inputs) {
    std::map<char, int64_t> extents;
    std::vector<std::string> parts(1);
    for (char c : terms)
        if (c == ',')
            parts.emplace_back();
        else
            parts.back() += c;
    for (size_t i = 0; i < parts.size(); ++i)
        for (size_t k = 0; k < parts[i].size(); ++k)
            extents[parts[i][k]] = inputs[i].dims[k];
    auto offset = [&](std::string const& term, std::map<char, int64_t> const& at) {
        int64_t out = 0;
        for (char c : term)
            out = out * extents.at(c) + at.at(c);
        return static_cast<size_t>(out);
    };
    Array y{DataType::kFLOAT, {}, {}};
    size_t count = 1, all = 1;
    for (char c : result) {
        y.dims.push_back(extents.at(c));
        count *= static_cast<size_t>(extents.at(c));
    }
    y.values.assign(count, 0);
    for (auto const& [c, n] : extents)
        all *= static_cast<size_t>(n);
    for (size_t i = 0; i < all; ++i) {
        std::map<char, int64_t> at;
        size_t left = i;
        for (auto const& [c, n] : extents) {
            at[c] = static_cast<int64_t>(left % static_cast<size_t>(n));
            left /= static_cast<size_t>(n);
        }
        double product = 1;
        for (size_t k = 0; k < parts.size(); ++k)
            product *= inputs[k].values[offset(parts[k], at)];
        y.values[offset(result, at)] += product;
    }
    return y;
}

TEST(Einsum, Equations) {
    struct Row {
        std::string terms, result;
        std::vector<std::vector<int64_t>> dims;
    };
    std::vector<Row> const rows = {
        {"ij,jk", "ik", {{2, 3}, {3, 4}}},
        {"ij,ij", "", {{2, 3}, {2, 3}}},
        {"ij", "ji", {{2, 3}}},
        {"ij", "i", {{2, 3}}},
        {"bhqd,bhkd", "bhqk", {{2, 2, 3, 4}, {2, 2, 5, 4}}},
        {"i,j", "ij", {{2}, {3}}},
        {"ij,jk,kl", "li", {{2, 3}, {3, 4}, {4, 2}}},
        {"ii", "i", {{3, 3}}},
        {"bij,bj", "ib", {{2, 3, 4}, {2, 4}}},
    };
    for (Row const& row : rows) {
        SCOPED_TRACE(row.terms + "->" + row.result);
        Net net;
        std::vector<ITensor*> tensors;
        std::vector<Array> arrays;
        std::map<std::string, Array> inputs;
        for (size_t i = 0; i < row.dims.size(); ++i) {
            std::string const name(1, static_cast<char>('p' + i));
            tensors.push_back(&net.input(name.c_str(), row.dims[i]));
            arrays.push_back(noise(row.dims[i], static_cast<uint32_t>(i)));
            inputs[name] = arrays.back();
        }
        IEinsumLayer* layer = net->addEinsum(tensors.data(), static_cast<int32_t>(tensors.size()),
                                             (row.terms + "->" + row.result).c_str());
        ASSERT_NE(layer, nullptr) << net.logger().text();
        EXPECT_EQ(std::string(layer->getEquation()), row.terms + "->" + row.result);
        net.output(layer, "y");
        Array const want = einsum(row.terms, row.result, arrays);
        expectNear(net.one(inputs), want.dims, want.values, 1e-4);
    }
}

TEST(Einsum, ImplicitResultAndEllipsis) {
    Net net;
    ITensor* const ab[] = {&net.input("a", {2, 3}), &net.input("b", {3, 2})};
    IEinsumLayer* layer = net->addEinsum(ab, 2, "ij, jk");
    net.output(layer, "y");
    ITensor* const batched[] = {&net.input("c", {2, 1, 2, 3}), &net.input("d", {3, 3, 2})};
    net.output(net->addEinsum(batched, 2, "...ij,...jk->...ik"), "z");
    Array const a = counted({2, 3}), b = counted({3, 2}), c = noise({2, 1, 2, 3}, 1), d = noise({3, 3, 2}, 2);
    auto const y = net.run({{"a", a}, {"b", b}, {"c", c}, {"d", d}});
    expectNear(y.at("y"), {2, 2}, {22, 28, 49, 64});
    std::vector<double> want;
    for (size_t n = 0; n < 2; ++n)
        for (size_t m = 0; m < 3; ++m)
            for (size_t i = 0; i < 2; ++i)
                for (size_t k = 0; k < 2; ++k) {
                    double sum = 0;
                    for (size_t j = 0; j < 3; ++j)
                        sum += c.values[n * 6 + i * 3 + j] * d.values[m * 6 + j * 2 + k];
                    want.push_back(sum);
                }
    expectNear(y.at("z"), {2, 3, 2, 2}, want, 1e-4);
    EXPECT_FALSE(layer->setEquation("ij,j+"));
    EXPECT_FALSE(layer->setEquation("ij"));
    EXPECT_FALSE(layer->setEquation("ij,jk->iz"));
    EXPECT_EQ(std::string(layer->getEquation()), "ij, jk");
    EXPECT_TRUE(net.logger().says("TN-171"));
}

TEST(FullyConnected, FlattensThreeAxes) {
    Net net;
    std::vector<float> const k = {1, 0, 0, 0, 0, 1, 1, 1};
    IFullyConnectedLayer* layer =
        net->addFullyConnected(net.input("x", {3, 1, 2, 2}), 2, net.weights(k), net.weights({10, 20}));
    ASSERT_NE(layer, nullptr);
    EXPECT_EQ(layer->getNbOutputChannels(), 2);
    EXPECT_EQ(layer->getType(), LayerType::kFULLY_CONNECTED);
    EXPECT_EQ(layer->getKernelWeights().count, 8);
    EXPECT_EQ(shapeOf(*layer->getOutput(0)), "3x2x1x1");
    net.output(layer, "y");
    expectNear(net.one({{"x", counted({3, 1, 2, 2})}}), {3, 2, 1, 1}, {11, 29, 15, 41, 19, 53});
}

TEST(Attention, HeadsThatShareKeysAndMasks) {
    for (bool causal : {false, true}) {
        SCOPED_TRACE(causal);
        Net net;
        Array const q = noise({1, 4, 3, 2}, 1), k = noise({1, 2, 3, 2}, 2), v = noise({1, 2, 3, 2}, 3);
        IAttention* a = net->addAttention(net.input("q", q.dims), net.input("k", k.dims), net.input("v", v.dims),
                                          AttentionNormalizationOp::kSOFTMAX, causal);
        ASSERT_NE(a, nullptr) << net.logger().text();
        EXPECT_EQ(a->getCausal(), causal);
        EXPECT_EQ(a->getNbInputs(), 3);
        EXPECT_EQ(a->getMask(), nullptr);
        EXPECT_TRUE(a->setMask(net.input("mask", {1, 1, 3, 3})));
        EXPECT_EQ(a->getMask(), net->getInput(3));
        EXPECT_TRUE(a->setName("my_attention"));
        EXPECT_EQ(net->getNbLayers(), 2);
        EXPECT_EQ(net->getLayer(0)->getType(), LayerType::kATTENTION_INPUT);
        EXPECT_EQ(net->getLayer(1)->getType(), LayerType::kATTENTION_OUTPUT);
        net.output(*a->getOutput(0), "y");
        Array const mask = noise({1, 1, 3, 3}, 4);
        std::vector<double> want;
        for (size_t h = 0; h < 4; ++h)
            for (size_t i = 0; i < 3; ++i) {
                double weights[3], sum = 0;
                for (size_t j = 0; j < 3; ++j) {
                    double s = mask.values[i * 3 + j];
                    for (size_t d = 0; d < 2; ++d)
                        s += q.values[h * 6 + i * 2 + d] * k.values[h / 2 * 6 + j * 2 + d];
                    weights[j] = causal && j > i ? 0 : std::exp(s);
                    sum += weights[j];
                }
                for (size_t d = 0; d < 2; ++d) {
                    double y = 0;
                    for (size_t j = 0; j < 3; ++j)
                        y += weights[j] / sum * v.values[h / 2 * 6 + j * 2 + d];
                    want.push_back(y);
                }
            }
        expectNear(net.one({{"q", q}, {"k", k}, {"v", v}, {"mask", mask}}), {1, 4, 3, 2}, want, 1e-4);
    }
}

TEST(RotaryEmbedding, BothPairings) {
    for (bool interleaved : {false, true}) {
        SCOPED_TRACE(interleaved);
        Net net;
        Array const x = noise({1, 2, 2, 6}, 1), c = noise({3, 2}, 2), s = noise({3, 2}, 3);
        IRotaryEmbeddingLayer* layer = net->addRotaryEmbedding(net.input("x", x.dims), net.input("c", c.dims),
                                                               net.input("s", s.dims), interleaved, 4);
        layer->setInput(3, net.input("p", {1, 2}, DataType::kINT32));
        EXPECT_EQ(layer->getNbInputs(), 4);
        EXPECT_EQ(layer->getRotaryEmbeddingDim(), 4);
        EXPECT_FALSE(layer->setRotaryEmbeddingDim(3));
        net.output(layer, "y");
        size_t const position[] = {2, 0};
        std::vector<double> want = x.values;
        for (size_t h = 0; h < 2; ++h)
            for (size_t t = 0; t < 2; ++t)
                for (size_t i = 0; i < 2; ++i) {
                    size_t const row = (h * 2 + t) * 6, a = row + (interleaved ? 2 * i : i),
                                 b = row + (interleaved ? 2 * i + 1 : i + 2);
                    double const cosine = c.values[position[t] * 2 + i], sine = s.values[position[t] * 2 + i];
                    want[a] = x.values[a] * cosine - x.values[b] * sine;
                    want[b] = x.values[a] * sine + x.values[b] * cosine;
                }
        expectNear(net.one({{"x", x}, {"c", c}, {"s", s}, {"p", integers({1, 2}, {2, 0})}}), x.dims, want, 1e-4);
    }
}

} // namespace

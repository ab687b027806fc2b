// SPDX-License-Identifier: Apache-2.0
// Layers that move, cut, join and make elements.
#include "net.h"

#include <cmath>
#include <functional>

using namespace nvinfer1;
using namespace test;

namespace {

TEST(Concatenation, AxisAndItsDefault) {
    Net net;
    ITensor* const inputs[] = {&net.input("a", {2, 1, 2}), &net.input("b", {2, 2, 2})};
    IConcatenationLayer* layer = net->addConcatenation(inputs, 2);
    EXPECT_EQ(layer->getAxis(), 0); // rank - 3
    layer->setAxis(1);
    EXPECT_EQ(layer->getNbInputs(), 2);
    EXPECT_EQ(layer->getInput(1), inputs[1]);
    EXPECT_EQ(shapeOf(*layer->getOutput(0)), "2x3x2");
    net.output(layer, "y");
    expectNear(net.one({{"a", counted({2, 1, 2})}, {"b", counted({2, 2, 2}, 10)}}), {2, 3, 2},
               {1, 2, 10, 20, 30, 40, 3, 4, 50, 60, 70, 80});
    EXPECT_EQ(net->addConcatenation(nullptr, 1), nullptr);
    EXPECT_EQ(net->addConcatenation(inputs, 0), nullptr);
    EXPECT_TRUE(net.logger().says("TN-140"));
}

TEST(Shuffle, TransposeReshapeTranspose) {
    Net net;
    IShuffleLayer* layer = net->addShuffle(net.input("x", {2, 3, 4}));
    EXPECT_EQ(shapeOf(*layer->getOutput(0)), "2x3x4");
    layer->setFirstTranspose({{1, 0, 2}});
    layer->setReshapeDimensions(dims({0, -1}));
    layer->setSecondTranspose({{1, 0}});
    EXPECT_EQ(layer->getFirstTranspose().order[0], 1);
    EXPECT_EQ(layer->getSecondTranspose().order[0], 1);
    EXPECT_EQ(layer->getReshapeDimensions().nbDims, 2);
    EXPECT_TRUE(layer->getZeroIsPlaceholder());
    EXPECT_EQ(shapeOf(*layer->getOutput(0)), "8x3");
    net.output(layer, "y");
    Array const x = counted({2, 3, 4});
    std::vector<double> want;
    for (int64_t j = 0; j < 8; ++j)
        for (int64_t i = 0; i < 3; ++i)
            want.push_back(x.values[static_cast<size_t>((j / 4) * 12 + i * 4 + j % 4)]);
    expectNear(net.one({{"x", x}}), {8, 3}, want);
}

TEST(Shuffle, ReshapeByATensor) {
    Net net;
    IShuffleLayer* layer = net->addShuffle(net.input("x", {6}));
    layer->setInput(1, net.input("shape", {2}, DataType::kINT32));
    EXPECT_EQ(layer->getReshapeDimensions().nbDims, -1);
    EXPECT_EQ(layer->getNbInputs(), 2);
    EXPECT_EQ(shapeOf(*layer->getOutput(0)), "?x?");
    EXPECT_TRUE(net->getInput(1)->isShapeTensor());
    EXPECT_FALSE(net->getInput(0)->isShapeTensor());
    EXPECT_EQ(net->getInput(1)->getLocation(), TensorLocation::kHOST);
    net.output(layer, "y");
    expectNear(net.one({{"x", counted({6})}, {"shape", integers({2}, {3, 2})}}), {3, 2}, {1, 2, 3, 4, 5, 6});
    layer->setReshapeDimensions(dims({2, 3}));
    EXPECT_EQ(layer->getNbInputs(), 1);
    EXPECT_EQ(shapeOf(*layer->getOutput(0)), "2x3");
}

TEST(Shuffle, ZeroIsAnEmptyAxis) {
    Net net;
    IShuffleLayer* layer = net->addShuffle(net.input("x", {0, 3}));
    layer->setReshapeDimensions(dims({2, 0}));
    layer->setZeroIsPlaceholder(false);
    EXPECT_EQ(shapeOf(*layer->getOutput(0)), "2x0");
    layer->setReshapeDimensions(dims({-1, -1}));
    EXPECT_TRUE(net.logger().says("TN-141"));
    EXPECT_EQ(layer->getReshapeDimensions().d[0], 2);
}

double mirrored(int64_t i, int64_t n) {
    int64_t const period = 2 * (n - 1);
    int64_t const m = ((i % period) + period) % period;
    return static_cast<double>(std::min(m, period - m));
}

TEST(Slice, Modes) {
    struct Row {
        SampleMode mode;
        std::function<double(int64_t)> f; ///< element at index i of 1, 2, 3, 4
    };
    std::vector<Row> const rows = {
        {SampleMode::kWRAP, [](int64_t i) { return static_cast<double>(((i % 4) + 4) % 4 + 1); }},
        {SampleMode::kCLAMP, [](int64_t i) { return static_cast<double>(std::clamp<int64_t>(i, 0, 3) + 1); }},
        {SampleMode::kFILL, [](int64_t i) { return i < 0 || i > 3 ? 9.0 : static_cast<double>(i + 1); }},
        {SampleMode::kREFLECT, [](int64_t i) { return mirrored(i, 4) + 1; }},
    };
    for (Row const& row : rows)
        for (int64_t stride : {1, 2, -1}) {
            SCOPED_TRACE(static_cast<int>(row.mode));
            SCOPED_TRACE(stride);
            Net net;
            ISliceLayer* layer =
                net->addSlice(net.input("x", {2, 4}), dims({0, stride < 0 ? 5 : -2}), dims({2, 7}), dims({1, stride}));
            layer->setMode(row.mode);
            EXPECT_EQ(layer->getMode(), row.mode);
            if (row.mode == SampleMode::kFILL)
                layer->setInput(4, net.constant(floats({}, {9})));
            EXPECT_EQ(shapeOf(*layer->getOutput(0)), "2x7");
            net.output(layer, "y");
            std::vector<double> want;
            for (int64_t r = 0; r < 2; ++r)
                for (int64_t i = 0; i < 7; ++i) {
                    double const v = row.f((stride < 0 ? 5 : -2) + i * stride);
                    bool const filled = row.mode == SampleMode::kFILL && v == 9;
                    want.push_back(filled ? 9 : v + static_cast<double>(4 * r));
                }
            expectNear(net.one({{"x", counted({2, 4})}}), {2, 7}, want);
        }
}

TEST(Slice, StrictWithStepsOfEverySign) {
    Net net;
    ITensor& x = net.input("x", {3, 4});
    net.output(net->addSlice(x, dims({0, 1}), dims({2, 2}), dims({2, 2})), "plain");
    net.output(net->addSlice(x, dims({2, 3}), dims({3, 2}), dims({-1, -2})), "back");
    net.output(net->addSlice(x, dims({1, 0}), dims({2, 3}), dims({0, 1})), "repeat");
    auto const y = net.run({{"x", counted({3, 4})}});
    expectNear(y.at("plain"), {2, 2}, {2, 4, 10, 12});
    expectNear(y.at("back"), {3, 2}, {12, 10, 8, 6, 4, 2});
    expectNear(y.at("repeat"), {2, 3}, {5, 6, 7, 5, 6, 7});
}

TEST(Slice, BoundsFromTensors) {
    Net net;
    ITensor& x = net.input("x", {-1, 4});
    ISliceLayer* layer = net->addSlice(x, dims({0, 0}), dims({0, 0}), dims({1, 1}));
    ITensor* shape = net->addShape(x)->getOutput(0); // [n, 4]
    ITensor* one = &net.constant(integers({2}, {1, 1}, DataType::kINT64));
    layer->setInput(1, *one);
    layer->setInput(2, *net->addElementWise(*shape, *one, ElementWiseOperation::kSUB)->getOutput(0));
    EXPECT_EQ(layer->getStart().nbDims, -1);
    EXPECT_EQ(layer->getSize().nbDims, -1);
    EXPECT_EQ(layer->getStride().nbDims, 2);
    EXPECT_EQ(shapeOf(*layer->getOutput(0)), "?x3");
    EXPECT_TRUE(shape->isShapeTensor());
    net.output(layer, "y");
    expectNear(net.one({{"x", counted({3, 4})}}), {2, 3}, {6, 7, 8, 10, 11, 12});
}

TEST(Slice, AxesOnly) {
    Net net;
    ISliceLayer* layer = net->addSlice(net.input("x", {3, 4}), dims({1}), dims({2}), dims({1}));
    EXPECT_EQ(layer->getAxes().nbDims, -1);
    layer->setAxes(dims({1}));
    EXPECT_EQ(layer->getAxes().d[0], 1);
    net.output(layer, "y");
    expectNear(net.one({{"x", counted({3, 4})}}), {3, 2}, {2, 3, 6, 7, 10, 11});
}

TEST(Shape, TypeFollowsTheGeneration) {
    for (int32_t version : {8601, 101600}) {
        Net net(false, version);
        ITensor& x = net.input("x", {-1, 4});
        ILayer* layer = net->addShape(x);
        EXPECT_EQ(layer->getOutput(0)->getType(), version == 8601 ? DataType::kINT32 : DataType::kINT64);
        net.output(layer, "y");
        expectNear(net.one({{"x", counted({3, 4})}}), {2}, {3, 4});
    }
}

TEST(Squeeze, AndUnsqueeze) {
    Net net;
    ITensor* wide =
        net->addUnsqueeze(net.input("x", {2, 3}), net.constant(integers({2}, {0, 2}, DataType::kINT64)))->getOutput(0);
    EXPECT_EQ(shapeOf(*wide), "1x2x1x3");
    ILayer* layer = net->addSqueeze(*wide, net.constant(integers({1}, {2}, DataType::kINT64)));
    EXPECT_EQ(shapeOf(*layer->getOutput(0)), "1x2x3");
    EXPECT_EQ(layer->getType(), LayerType::kSQUEEZE);
    net.output(layer, "y");
    expectNear(net.one({{"x", counted({2, 3})}}), {1, 2, 3}, {1, 2, 3, 4, 5, 6});
}

TEST(ReverseSequence, AnyTwoAxes) {
    Net net;
    IReverseSequenceLayer* layer =
        net->addReverseSequence(net.input("x", {2, 2, 3}), net.input("n", {2}, DataType::kINT32));
    EXPECT_EQ(layer->getBatchAxis(), 1);
    EXPECT_EQ(layer->getSequenceAxis(), 0);
    layer->setBatchAxis(0);
    layer->setSequenceAxis(2);
    net.output(layer, "y");
    expectNear(net.one({{"x", counted({2, 2, 3})}, {"n", integers({2}, {2, 3})}}), {2, 2, 3},
               {2, 1, 3, 5, 4, 6, 9, 8, 7, 12, 11, 10});
}

TEST(Constant, DimsAndWeights) {
    Net net;
    static float const values[] = {1, 2, 3, 4};
    IConstantLayer* layer = net->addConstant(dims({2, 2}), {DataType::kFLOAT, values, 4});
    EXPECT_EQ(layer->getWeights().values, values);
    EXPECT_EQ(layer->getDimensions().nbDims, 2);
    EXPECT_EQ(layer->getNbInputs(), 0);
    EXPECT_EQ(layer->getType(), LayerType::kCONSTANT);
    layer->setDimensions(dims({4}));
    EXPECT_EQ(shapeOf(*layer->getOutput(0)), "4");
    layer->setDimensions(dims({3}));
    EXPECT_TRUE(net.logger().says("TN-164"));
    EXPECT_EQ(layer->getDimensions().d[0], 4);
    EXPECT_EQ(net->addConstant(dims({5}), {DataType::kFLOAT, values, 4}), nullptr);
    EXPECT_EQ(net->addConstant(dims({4}), {DataType::kFLOAT, nullptr, 4}), nullptr);
    net.output(layer, "y");
    expectNear(net.one({}), {4}, {1, 2, 3, 4});
}

TEST(Fill, Linspace) {
    Net net;
    IFillLayer* layer = net->addFill(dims({4}), FillOperation::kLINSPACE, DataType::kINT32);
    EXPECT_EQ(layer->getAlpha(), 0);
    EXPECT_EQ(layer->getBeta(), 1);
    EXPECT_FALSE(layer->isAlphaBetaInt64());
    layer->setAlphaInt64(5);
    layer->setBetaInt64(-2);
    EXPECT_TRUE(layer->isAlphaBetaInt64());
    EXPECT_EQ(layer->getToType(), DataType::kINT32);
    net.output(layer, "y");
    expectNear(net.one({}), {4}, {5, 3, 1, -1});
}

TEST(Fill, DimsAndStepsFromTensors) {
    Net net;
    IFillLayer* layer = net->addFill(dims({1}), FillOperation::kLINSPACE, DataType::kFLOAT);
    layer->setInput(0, net.input("shape", {2}, DataType::kINT64));
    layer->setInput(1, net.input("start", {}));
    net.output(layer, "y");
    EXPECT_NE(net.refusal().find("TN-169"), std::string::npos) << net.refusal();
    layer->setInput(2, net.input("step", {2}));
    EXPECT_EQ(layer->getDimensions().nbDims, -1);
    EXPECT_EQ(layer->getAlpha(), -1);
    expectNear(net.one({{"shape", integers({2}, {2, 3}, DataType::kINT64)},
                        {"start", floats({}, {100})},
                        {"step", floats({2}, {10, 1})}}),
               {2, 3}, {100, 101, 102, 110, 111, 112});
}

TEST(Fill, RandomNumbersLieWithinTheirBoundsAndDiffer) {
    Net net;
    IFillLayer* layer = net->addFill(dims({50, 20}), FillOperation::kRANDOM_UNIFORM, DataType::kFLOAT);
    ASSERT_NE(layer, nullptr) << net.logger().text();
    layer->setAlpha(-2);
    layer->setBeta(3);
    net.output(layer, "y");
    Array const first = net.one({});
    EXPECT_EQ(first.dims, (std::vector<int64_t>{50, 20}));
    double mean = 0;
    for (double v : first.values) {
        EXPECT_GE(v, -2);
        EXPECT_LE(v, 3);
        mean += v / 1000;
    }
    EXPECT_NEAR(mean, 0.5, 0.3); // six standard errors
    EXPECT_NE(first.values, net.one({}).values);
}

TEST(Fill, RandomNumbersOfANormalDistribution) {
    Net net;
    IFillLayer* layer = net->addFill(dims({1}), FillOperation::kRANDOM_NORMAL, DataType::kFLOAT);
    layer->setInput(0, net.input("shape", {1}, DataType::kINT64));
    layer->setAlpha(10);
    layer->setBeta(2);
    net.output(layer, "y");
    Array const y = net.one({{"shape", integers({1}, {900}, DataType::kINT64)}});
    double mean = 0, square = 0;
    for (double v : y.values) {
        mean += v / 900;
        square += (v - 10) * (v - 10) / 900;
    }
    EXPECT_NEAR(mean, 10, 0.4); // six standard errors
    EXPECT_NEAR(square, 4, 1.2);
}

TEST(Resize, ScalesAndDims) {
    Net net;
    IResizeLayer* layer = net->addResize(net.input("x", {1, 1, 2, 2}));
    EXPECT_EQ(layer->getResizeMode(), InterpolationMode::kNEAREST);
    EXPECT_EQ(layer->getCoordinateTransformation(), ResizeCoordinateTransformation::kASYMMETRIC);
    EXPECT_EQ(layer->getNearestRounding(), ResizeRoundMode::kFLOOR);
    EXPECT_EQ(layer->getCubicCoeff(), -0.75f);
    EXPECT_EQ(layer->getScales(0, nullptr), -1);
    net.output(layer, "y");
    EXPECT_NE(net.refusal().find("TN-169"), std::string::npos);
    float const scales[] = {1, 1, 2, 1.5f};
    layer->setScales(scales, 4);
    float got[4] = {};
    EXPECT_EQ(layer->getScales(4, got), 4);
    EXPECT_EQ(got[3], 1.5f);
    EXPECT_EQ(layer->getOutputDimensions().d[3], 3);
    Array const x = floats({1, 1, 2, 2}, {1, 2, 3, 4});
    expectNear(net.one({{"x", x}}), {1, 1, 4, 3}, {1, 1, 2, 1, 1, 2, 3, 3, 4, 3, 3, 4});
    layer->setOutputDimensions(dims({1, 1, 3, 3}));
    EXPECT_EQ(layer->getScales(0, nullptr), -1);
    layer->setResizeMode(InterpolationMode::kLINEAR);
    layer->setCoordinateTransformation(ResizeCoordinateTransformation::kALIGN_CORNERS);
    expectNear(net.one({{"x", x}}), {1, 1, 3, 3}, {1, 1.5, 2, 2, 2.5, 3, 3, 3.5, 4});
    layer->setInput(1, net.input("shape", {4}, DataType::kINT32));
    EXPECT_EQ(layer->getOutputDimensions().nbDims, -1);
    layer->setScales(scales, 4);
    EXPECT_TRUE(net.logger().says("TN-145"));
    expectNear(net.one({{"x", x}, {"shape", integers({4}, {1, 1, 1, 2})}}), {1, 1, 1, 2}, {1, 2});
}

TEST(Assertion, AtBuildAndAtRun) {
    {
        Net net;
        IAssertionLayer* layer = net->addAssertion(net.constant(boolean(false)), "never true");
        EXPECT_EQ(layer->getNbOutputs(), 0);
        EXPECT_EQ(std::string(layer->getMessage()), "never true");
        net.output(net->addIdentity(net.input("x", {1})), "y");
        EXPECT_NE(net.refusal().find("never true"), std::string::npos) << net.refusal();
    }
    Net net;
    net->addAssertion(net.input("ok", {}, DataType::kBOOL), "the caller said no");
    net.output(net->addIdentity(net.input("x", {1})), "y");
    expectNear(net.one({{"ok", boolean(true)}, {"x", floats({1}, {7})}}), {1}, {7});
    try {
        net.run({{"ok", boolean(false)}, {"x", floats({1}, {7})}});
        ADD_FAILURE() << "it ran";
    } catch (std::exception const& e) {
        EXPECT_NE(std::string(e.what()).find("the caller said no"), std::string::npos) << e.what();
    }
}

} // namespace

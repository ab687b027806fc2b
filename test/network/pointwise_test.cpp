// SPDX-License-Identifier: Apache-2.0
// Layers that work element by element: values of every operation, getters, what is refused.
#include "net.h"

#include <cmath>
#include <functional>
#include <limits>

using namespace nvinfer1;
using namespace test;

namespace {

std::vector<double> mapped(Array const& a, std::function<double(double)> const& f) {
    std::vector<double> out;
    for (double v : a.values)
        out.push_back(f(v));
    return out;
}

double sigmoid(double x) {
    return 1 / (1 + std::exp(-x));
}

TEST(Activation, EveryType) {
    struct Row {
        ActivationType type;
        float alpha, beta;
        std::function<double(double)> f;
    };
    std::vector<Row> const rows = {
        {ActivationType::kRELU, 0, 0, [](double x) { return std::max(x, 0.0); }},
        {ActivationType::kSIGMOID, 0, 0, sigmoid},
        {ActivationType::kTANH, 0, 0, [](double x) { return std::tanh(x); }},
        {ActivationType::kLEAKY_RELU, 0.1f, 0, [](double x) { return x < 0 ? 0.1 * x : x; }},
        {ActivationType::kELU, 0.5f, 0, [](double x) { return x < 0 ? 0.5 * (std::exp(x) - 1) : x; }},
        {ActivationType::kSELU, 1.5f, 2, [](double x) { return 2 * (x < 0 ? 1.5 * (std::exp(x) - 1) : x); }},
        {ActivationType::kSOFTSIGN, 0, 0, [](double x) { return x / (1 + std::abs(x)); }},
        {ActivationType::kSOFTPLUS, 2, 3, [](double x) { return 2 * std::log(std::exp(3 * x) + 1); }},
        {ActivationType::kCLIP, -0.25f, 0.5f, [](double x) { return std::min(0.5, std::max(-0.25, x)); }},
        {ActivationType::kHARD_SIGMOID, 0.5f, 0.25f,
         [](double x) { return std::max(0.0, std::min(1.0, 0.5 * x + 0.25)); }},
        {ActivationType::kSCALED_TANH, 2, 0.5f, [](double x) { return 2 * std::tanh(0.5 * x); }},
        {ActivationType::kTHRESHOLDED_RELU, 0.25f, 0, [](double x) { return x > 0.25 ? x : 0; }},
        {ActivationType::kGELU_ERF, 0, 0, [](double x) { return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0))); }},
        {ActivationType::kGELU_TANH, 0, 0,
         [](double x) {
             return 0.5 * x * (1 + std::tanh(std::sqrt(2 / 3.14159265358979) * (x + 0.044715 * x * x * x)));
         }},
    };
    Array const x = noise({2, 7}, 3);
    for (Row const& row : rows) {
        SCOPED_TRACE(static_cast<int>(row.type));
        Net net;
        IActivationLayer* layer = net->addActivation(net.input("x", {2, 7}), ActivationType::kRELU);
        layer->setActivationType(row.type);
        layer->setAlpha(row.alpha);
        layer->setBeta(row.beta);
        EXPECT_EQ(layer->getActivationType(), row.type);
        EXPECT_EQ(layer->getAlpha(), row.alpha);
        EXPECT_EQ(layer->getBeta(), row.beta);
        EXPECT_EQ(layer->getType(), LayerType::kACTIVATION);
        net.output(layer, "y");
        expectNear(net.one({{"x", x}}), {2, 7}, mapped(x, row.f), 1e-4);
    }
}

TEST(Unary, EveryOperation) {
    std::vector<std::pair<UnaryOperation, std::function<double(double)>>> const rows = {
        {UnaryOperation::kEXP, [](double x) { return std::exp(x); }},
        {UnaryOperation::kLOG, [](double x) { return std::log(x); }},
        {UnaryOperation::kSQRT, [](double x) { return std::sqrt(x); }},
        {UnaryOperation::kRECIP, [](double x) { return 1 / x; }},
        {UnaryOperation::kABS, [](double x) { return std::abs(x); }},
        {UnaryOperation::kNEG, [](double x) { return -x; }},
        {UnaryOperation::kSIN, [](double x) { return std::sin(x); }},
        {UnaryOperation::kCOS, [](double x) { return std::cos(x); }},
        {UnaryOperation::kTAN, [](double x) { return std::tan(x); }},
        {UnaryOperation::kSINH, [](double x) { return std::sinh(x); }},
        {UnaryOperation::kCOSH, [](double x) { return std::cosh(x); }},
        {UnaryOperation::kASIN, [](double x) { return std::asin(x); }},
        {UnaryOperation::kACOS, [](double x) { return std::acos(x); }},
        {UnaryOperation::kATAN, [](double x) { return std::atan(x); }},
        {UnaryOperation::kASINH, [](double x) { return std::asinh(x); }},
        {UnaryOperation::kACOSH, [](double x) { return std::acosh(x); }},
        {UnaryOperation::kATANH, [](double x) { return std::atanh(x); }},
        {UnaryOperation::kCEIL, [](double x) { return std::ceil(x); }},
        {UnaryOperation::kFLOOR, [](double x) { return std::floor(x); }},
        {UnaryOperation::kERF, [](double x) { return std::erf(x); }},
        {UnaryOperation::kSIGN, [](double x) { return x > 0 ? 1 : (x < 0 ? -1 : 0); }},
        {UnaryOperation::kROUND, [](double x) { return std::nearbyint(x); }},
    };
    Array x = noise({11}, 9);
    for (auto const& [op, f] : rows) {
        SCOPED_TRACE(static_cast<int>(op));
        Net net;
        IUnaryLayer* layer = net->addUnary(net.input("x", {11}), UnaryOperation::kEXP);
        layer->setOperation(op);
        EXPECT_EQ(layer->getOperation(), op);
        net.output(layer, "y");
        expectNear(net.one({{"x", x}}), {11}, mapped(x, f), 1e-4);
    }
}

TEST(Unary, QuestionsAndLogic) {
    float const inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    Net net;
    ITensor& x = net.input("x", {3});
    net.output(net->addUnary(x, UnaryOperation::kISINF), "infinite");
    net.output(net->addUnary(x, UnaryOperation::kISNAN), "nan");
    net.output(net->addUnary(net.input("b", {3}, DataType::kBOOL), UnaryOperation::kNOT), "not");
    EXPECT_EQ(net->getOutput(0)->getType(), DataType::kBOOL);
    auto const y = net.run({{"x", floats({3}, {1, inf, nan})}, {"b", integers({3}, {1, 0, 1}, DataType::kBOOL)}});
    expectNear(y.at("infinite"), {3}, {0, 1, 0});
    expectNear(y.at("nan"), {3}, {0, 0, 1});
    expectNear(y.at("not"), {3}, {0, 1, 0});
}

TEST(ElementWise, EveryOperationBroadcasts) {
    std::vector<std::pair<ElementWiseOperation, std::function<double(double, double)>>> const rows = {
        {ElementWiseOperation::kSUM, [](double a, double b) { return a + b; }},
        {ElementWiseOperation::kPROD, [](double a, double b) { return a * b; }},
        {ElementWiseOperation::kMAX, [](double a, double b) { return std::max(a, b); }},
        {ElementWiseOperation::kMIN, [](double a, double b) { return std::min(a, b); }},
        {ElementWiseOperation::kSUB, [](double a, double b) { return a - b; }},
        {ElementWiseOperation::kDIV, [](double a, double b) { return a / b; }},
        {ElementWiseOperation::kPOW, [](double a, double b) { return std::pow(a, b); }},
        {ElementWiseOperation::kFLOOR_DIV, [](double a, double b) { return std::floor(a / b); }},
        {ElementWiseOperation::kEQUAL, [](double a, double b) { return a == b; }},
        {ElementWiseOperation::kGREATER, [](double a, double b) { return a > b; }},
        {ElementWiseOperation::kLESS, [](double a, double b) { return a < b; }},
    };
    Array const a = counted({2, 3}), b = floats({1, 3}, {2, 2, -3});
    for (auto const& [op, f] : rows) {
        SCOPED_TRACE(static_cast<int>(op));
        Net net;
        IElementWiseLayer* layer = net->addElementWise(net.input("a", {2, 3}), net.input("b", {1, 3}), op);
        EXPECT_EQ(layer->getOperation(), op);
        net.output(layer, "y");
        std::vector<double> want;
        for (size_t i = 0; i < 6; ++i)
            want.push_back(f(a.values[i], b.values[i % 3]));
        expectNear(net.one({{"a", a}, {"b", b}}), {2, 3}, want, 1e-4);
    }
}

TEST(ElementWise, IntegersAndBooleans) {
    Net net;
    ITensor &a = net.input("a", {4}, DataType::kINT32), &b = net.input("b", {4}, DataType::kINT32);
    net.output(net->addElementWise(a, b, ElementWiseOperation::kDIV), "div");
    net.output(net->addElementWise(a, b, ElementWiseOperation::kFLOOR_DIV), "floor");
    ITensor* less = net->addElementWise(a, b, ElementWiseOperation::kLESS)->getOutput(0);
    ITensor* equal = net->addElementWise(a, b, ElementWiseOperation::kEQUAL)->getOutput(0);
    net.output(net->addElementWise(*less, *equal, ElementWiseOperation::kOR), "or");
    net.output(net->addElementWise(*less, *equal, ElementWiseOperation::kXOR), "xor");
    net.output(net->addElementWise(*less, *less, ElementWiseOperation::kAND), "and");
    auto const y = net.run({{"a", integers({4}, {7, -7, 3, 2})}, {"b", integers({4}, {2, 2, 3, 5})}});
    expectNear(y.at("div"), {4}, {3, -3, 1, 0});
    expectNear(y.at("floor"), {4}, {3, -4, 1, 0});
    expectNear(y.at("or"), {4}, {0, 1, 1, 1});
    expectNear(y.at("xor"), {4}, {0, 1, 1, 1});
    expectNear(y.at("and"), {4}, {0, 1, 0, 1});
}

TEST(ElementWise, DifferentRanksAreRefused) {
    Net net;
    ILayer* layer = net->addElementWise(net.input("a", {2, 3}), net.input("b", {3}), ElementWiseOperation::kSUM);
    EXPECT_EQ(shapeOf(*layer->getOutput(0)), "none");
    EXPECT_TRUE(net.logger().says("TN-042"));
    EXPECT_TRUE(net.logger().says("elementwise_0"));
}

TEST(Select, ChoosesWithBroadcast) {
    Net net;
    net.output(net->addSelect(net.input("c", {2, 1}, DataType::kBOOL), net.input("a", {2, 3}), net.input("b", {1, 3})),
               "y");
    expectNear(
        net.one({{"c", integers({2, 1}, {1, 0}, DataType::kBOOL)}, {"a", counted({2, 3})}, {"b", counted({1, 3}, -1)}}),
        {2, 3}, {1, 2, 3, -1, -2, -3});
}

TEST(Cast, RoundsTowardZero) {
    Net net;
    ICastLayer* layer = net->addCast(net.input("x", {4}), DataType::kFLOAT);
    layer->setToType(DataType::kINT32);
    EXPECT_EQ(layer->getToType(), DataType::kINT32);
    EXPECT_EQ(layer->getOutput(0)->getType(), DataType::kINT32);
    EXPECT_EQ(layer->getOutputType(0), DataType::kINT32);
    net.output(layer, "y");
    expectNear(net.one({{"x", floats({4}, {1.5, -1.5, 2.9, 0})}}), {4}, {1, -1, 2, 0});
}

TEST(Identity, IsAnOutputOfItsOwn) {
    Net net;
    ITensor& x = net.input("x", {3});
    net.output(net->addIdentity(x), "y");
    net.output(net->addIdentity(x), "z");
    auto const y = net.run({{"x", counted({3})}});
    expectNear(y.at("y"), {3}, {1, 2, 3});
    expectNear(y.at("z"), {3}, {1, 2, 3});
}

TEST(Identity, OutputTypeConverts) { // how casts were written before there were cast layers
    Net net;
    IIdentityLayer* layer = net->addIdentity(net.input("x", {3}));
    EXPECT_FALSE(layer->outputTypeIsSet(0));
    layer->setOutputType(0, DataType::kINT32);
    EXPECT_TRUE(layer->outputTypeIsSet(0));
    EXPECT_EQ(layer->getOutput(0)->getType(), DataType::kINT32);
    net.output(layer, "y");
    expectNear(net.one({{"x", floats({3}, {1.7, -2.2, 5})}}), {3}, {1, -2, 5});
    layer->resetOutputType(0);
    EXPECT_EQ(layer->getOutput(0)->getType(), DataType::kFLOAT);
}

TEST(ParametricRelu, SlopeBroadcasts) {
    Net net;
    net.output(net->addParametricReLU(net.input("x", {2, 2}), net.constant(floats({1, 2}, {0.5, 0.25}))), "y");
    expectNear(net.one({{"x", floats({2, 2}, {-2, -4, 3, -8})}}), {2, 2}, {-1, -1, 3, -2});
}

TEST(Scale, EveryMode) {
    Array const x = counted({1, 2, 2, 2});
    for (ScaleMode mode : {ScaleMode::kUNIFORM, ScaleMode::kCHANNEL, ScaleMode::kELEMENTWISE}) {
        SCOPED_TRACE(static_cast<int>(mode));
        Net net;
        size_t const count = mode == ScaleMode::kUNIFORM ? 1 : (mode == ScaleMode::kCHANNEL ? 2 : 8);
        std::vector<float> shift, scale, power;
        for (size_t i = 0; i < count; ++i) {
            shift.push_back(0.5f * static_cast<float>(i));
            scale.push_back(1.0f + static_cast<float>(i));
            power.push_back(i % 2 == 0 ? 2.0f : 1.0f);
        }
        IScaleLayer* layer = net->addScale(net.input("x", {1, 2, 2, 2}), mode, net.weights(shift), net.weights(scale),
                                           net.weights(power));
        ASSERT_NE(layer, nullptr);
        EXPECT_EQ(layer->getChannelAxis(), 1);
        EXPECT_EQ(layer->getMode(), mode);
        EXPECT_EQ(layer->getShift().count, static_cast<int64_t>(count));
        EXPECT_EQ(layer->getNbInputs(), 1);
        net.output(layer, "y");
        std::vector<double> want;
        for (size_t i = 0; i < 8; ++i) {
            size_t const k = mode == ScaleMode::kUNIFORM ? 0 : (mode == ScaleMode::kCHANNEL ? i / 4 : i);
            want.push_back(std::pow(x.values[i] * scale[k] + shift[k], power[k]));
        }
        expectNear(net.one({{"x", x}}), {1, 2, 2, 2}, want, 1e-4);
    }
}

TEST(Scale, EmptyWeightsAreTheirDefaults) {
    Net net;
    Weights const none{DataType::kFLOAT, nullptr, 0};
    IScaleLayer* layer =
        net->addScaleNd(net.input("x", {2, 3}), ScaleMode::kCHANNEL, none, net.weights({2, 3}), none, 0);
    net.output(layer, "y");
    expectNear(net.one({{"x", counted({2, 3})}}), {2, 3}, {2, 4, 6, 12, 15, 18});
    layer->setScale(none);
    layer->setShift(net.weights({10, 20}));
    expectNear(net.one({{"x", counted({2, 3})}}), {2, 3}, {11, 12, 13, 24, 25, 26});
}

TEST(Scale, WrongNumberOfWeightsIsNamed) {
    Net net;
    Weights const none{DataType::kFLOAT, nullptr, 0};
    ILayer* layer = net->addScaleNd(net.input("x", {2, 3}), ScaleMode::kCHANNEL, none, net.weights({1, 2, 3}), none, 0);
    layer->setName("my_scale");
    net.output(layer, "y");
    std::string const text = net.refusal();
    EXPECT_NE(text.find("TN-164"), std::string::npos) << text;
    EXPECT_NE(text.find("my_scale"), std::string::npos) << text;
}

TEST(WeakTypes, FloatsMeetInTheWiderType) {
    Net net;
    ITensor* half = net->addCast(net.input("x", {2}), DataType::kHALF)->getOutput(0);
    ILayer* sum = net->addElementWise(*half, net.input("y0", {2}), ElementWiseOperation::kSUM);
    EXPECT_EQ(sum->getOutput(0)->getType(), DataType::kFLOAT);
    net.output(sum, "y");
    expectNear(net.one({{"x", floats({2}, {1, 2})}, {"y0", floats({2}, {0.25, 0.5})}}), {2}, {1.25, 2.5});
}

TEST(StrongTypes, MixedOperandsAreRefused) {
    Net net(true);
    EXPECT_TRUE(net->getFlag(NetworkDefinitionCreationFlag::kSTRONGLY_TYPED));
    ITensor* half = net->addCast(net.input("x", {2}), DataType::kHALF)->getOutput(0);
    ILayer* sum = net->addElementWise(*half, net.input("y0", {2}), ElementWiseOperation::kSUM);
    sum->setName("mixed");
    net.output(sum, "y");
    std::string const text = net.refusal();
    EXPECT_NE(text.find("TN-163"), std::string::npos) << text;
    EXPECT_NE(text.find("mixed"), std::string::npos) << text;
    sum->setPrecision(DataType::kHALF);
    EXPECT_FALSE(sum->precisionIsSet());
    sum->setOutputType(0, DataType::kHALF);
    EXPECT_FALSE(sum->outputTypeIsSet(0));
    EXPECT_FALSE(sum->getOutput(0)->setDynamicRange(-1, 1));
    EXPECT_TRUE(net.logger().says("TN-168"));
}

TEST(StrongTypes, AlwaysAtGeneration11) {
    Net net(false, 110100);
    EXPECT_TRUE(net->getFlag(NetworkDefinitionCreationFlag::kSTRONGLY_TYPED));
}

} // namespace

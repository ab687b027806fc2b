// SPDX-License-Identifier: Apache-2.0
// The network itself: inputs, outputs, names, types, marks, weights by name, misuse, parsed models, destruction.
#include "base/reflect_binary.h"
#include "net.h"

#include "network/layers/layer.h"
#include "network/layers/window.h"
#include "ops/conv/conv.h"

#include <cmath>

using namespace nvinfer1;
using namespace test;

namespace {

TEST(Network, InputsOutputsAndLayersByIndex) {
    Net net;
    ITensor& x = net.input("x", {1, -1});
    EXPECT_TRUE(x.isNetworkInput());
    EXPECT_FALSE(x.isNetworkOutput());
    EXPECT_EQ(net->getNbInputs(), 1);
    EXPECT_EQ(net->getInput(0), &x);
    ILayer* layer = net->addActivation(x, ActivationType::kRELU);
    EXPECT_EQ(net->getNbLayers(), 1);
    EXPECT_EQ(net->getLayer(0), layer);
    ITensor& y = *layer->getOutput(0);
    EXPECT_EQ(std::string(y.getName()), "activation_0_output");
    net->markOutput(y);
    EXPECT_TRUE(y.isNetworkOutput());
    EXPECT_EQ(net->getNbOutputs(), 1);
    EXPECT_EQ(net->getOutput(0), &y);
    net->markOutput(y); // only warns
    EXPECT_EQ(net->getNbOutputs(), 1);
    net->unmarkOutput(y);
    EXPECT_EQ(net->getNbOutputs(), 0);
    EXPECT_EQ(net->getInput(1), nullptr);
    EXPECT_EQ(net->getLayer(-1), nullptr);
    EXPECT_EQ(net->getOutput(0), nullptr);
    EXPECT_TRUE(net.logger().says("TN-142"));
    EXPECT_FALSE(net->hasImplicitBatchDimension());
    EXPECT_EQ(&net->getBuilder(), &net.builder());
    net->setName("mine");
    EXPECT_EQ(std::string(net->getName()), "mine");
}

TEST(Network, BadInputsAreRefused) {
    Net net;
    net.input("x", {1});
    EXPECT_EQ(net->addInput("x", DataType::kFLOAT, dims({1})), nullptr);
    EXPECT_TRUE(net.logger().says("TN-167"));
    EXPECT_EQ(net->addInput(nullptr, DataType::kFLOAT, dims({1})), nullptr);
    EXPECT_TRUE(net.logger().says("TN-140"));
    EXPECT_EQ(net->addInput("y", DataType::kFLOAT, nvinfer1::Dims{9, {}}), nullptr);
    EXPECT_EQ(net->addInput("y", DataType::kFLOAT, dims({-2})), nullptr);
    EXPECT_TRUE(net.logger().says("TN-141"));
    EXPECT_EQ(net->addInput("y", static_cast<DataType>(77), dims({1})), nullptr);
    EXPECT_EQ(net->getNbInputs(), 1);
}

TEST(Network, TensorsOfAnotherNetworkAreRefused) {
    Net a, b;
    ITensor& foreign = b.input("z", {1});
    EXPECT_EQ(a->addActivation(foreign, ActivationType::kRELU), nullptr);
    EXPECT_TRUE(a.logger().says("TN-166"));
    a->markOutput(foreign);
    EXPECT_EQ(a->getNbOutputs(), 0);
}

TEST(Network, ErrorsReachTheRecorder) {
    Net net;
    Recorder recorder;
    net->setErrorRecorder(&recorder);
    EXPECT_EQ(net->getErrorRecorder(), &recorder);
    EXPECT_EQ(net->addInput(nullptr, DataType::kFLOAT, dims({1})), nullptr);
    ASSERT_EQ(recorder.getNbErrors(), 1);
    EXPECT_EQ(recorder.getErrorCode(0), ErrorCode::kINVALID_ARGUMENT);
    net->setErrorRecorder(nullptr);
    EXPECT_EQ(recorder.owners(), 0);
}

TEST(Layer, WhatAllLayersHave) {
    Net net;
    ITensor& x = net.input("x", {2});
    ILayer* layer = net->addActivation(x, ActivationType::kRELU);
    layer->setName("my_relu");
    EXPECT_EQ(std::string(layer->getName()), "my_relu");
    layer->setMetadata("where it comes from");
    EXPECT_EQ(std::string(layer->getMetadata()), "where it comes from");
    EXPECT_EQ(layer->getInput(0), &x);
    EXPECT_EQ(layer->getInput(1), nullptr);
    EXPECT_EQ(layer->getOutput(1), nullptr);
    EXPECT_EQ(layer->getNbRanks(), 1);
    EXPECT_FALSE(layer->setNbRanks(2));
    EXPECT_FALSE(layer->precisionIsSet());
    EXPECT_EQ(layer->getPrecision(), DataType::kFLOAT);
    layer->setPrecision(DataType::kHALF);
    EXPECT_TRUE(layer->precisionIsSet());
    EXPECT_EQ(layer->getPrecision(), DataType::kHALF);
    layer->resetPrecision();
    EXPECT_FALSE(layer->precisionIsSet());
    layer->setInput(1, x);
    EXPECT_TRUE(net.logger().says("TN-170"));
    layer->setInput(0, net.input("z", {3, 4}));
    EXPECT_EQ(shapeOf(*layer->getOutput(0)), "3x4");
}

TEST(Tensor, ShapesFollowEachChange) {
    Net net;
    ITensor& x = net.input("x", {2, 3});
    IShuffleLayer* first = net->addShuffle(x);
    ILayer* second = net->addActivation(*first->getOutput(0), ActivationType::kRELU);
    ITensor& y = *net->addShape(*second->getOutput(0))->getOutput(0);
    EXPECT_EQ(shapeOf(*second->getOutput(0)), "2x3");
    first->setReshapeDimensions(dims({3, 2, 1}));
    EXPECT_EQ(shapeOf(*second->getOutput(0)), "3x2x1");
    EXPECT_EQ(shapeOf(y), "3");
    x.setDimensions(dims({-1, 6}));
    EXPECT_EQ(shapeOf(*second->getOutput(0)), "3x2x1");
    first->setReshapeDimensions(dims({0, 2, 3}));
    EXPECT_EQ(shapeOf(*second->getOutput(0)), "?x2x3");
    x.setDimensions(dims({2, 3}));
    first->setReshapeDimensions(dims({5}));
    EXPECT_EQ(shapeOf(*first->getOutput(0)), "none");
    y.setDimensions(dims({1})); // no input: only warns
    EXPECT_TRUE(net.logger().says("setDimensions"));
}

TEST(Tensor, NamesStayWhileOthersCome) {
    Net net;
    ITensor& x = net.input("x", {1});
    char const* const name = x.getName();
    for (int i = 0; i < 200; ++i)
        net->addActivation(x, ActivationType::kRELU);
    EXPECT_EQ(std::string(name), "x");
    x.setName(nullptr);
    EXPECT_EQ(std::string(x.getName()), "");
}

TEST(Tensor, TypesOfInputsAndOutputs) {
    Net net;
    ITensor& x = net.input("x", {2});
    ITensor& y = *net->addActivation(x, ActivationType::kRELU)->getOutput(0);
    x.setType(DataType::kHALF);
    EXPECT_EQ(y.getType(), DataType::kHALF);
    x.setType(DataType::kFLOAT);
    net.output(y, "y");
    y.setType(DataType::kHALF);
    EXPECT_EQ(y.getType(), DataType::kHALF);
    Array const out = net.one({{"x", floats({2}, {1.5, -1})}});
    EXPECT_EQ(out.type, DataType::kHALF);
    expectNear(out, {2}, {1.5, 0});
}

TEST(Tensor, DynamicRangesAreKeptAndSaid) {
    Net net;
    ITensor& x = net.input("x", {2});
    EXPECT_FALSE(x.dynamicRangeIsSet());
    EXPECT_TRUE(std::isnan(x.getDynamicRangeMin()));
    EXPECT_FALSE(x.setDynamicRange(2, 1));
    EXPECT_FALSE(x.setDynamicRange(0, INFINITY));
    EXPECT_TRUE(x.setDynamicRange(-1, 3));
    EXPECT_EQ(x.getDynamicRangeMin(), -1);
    EXPECT_EQ(x.getDynamicRangeMax(), 3);
    net.output(net->addIdentity(x), "y");
    tenon::plan::Plan const plan = net.plan({});
    ASSERT_FALSE(plan.info.warnings.empty());
    EXPECT_NE(plan.info.warnings[0].find("dynamic ranges"), std::string::npos);
    x.resetDynamicRange();
    EXPECT_FALSE(x.dynamicRangeIsSet());
}

TEST(Tensor, FormatsAndLocation) {
    Net net;
    ITensor& x = net.input("x", {2});
    EXPECT_EQ(x.getAllowedFormats(), (1U << 13) - 1);
    x.setAllowedFormats(0);
    x.setAllowedFormats(1U << 20);
    EXPECT_EQ(x.getAllowedFormats(), (1U << 13) - 1);
    net.output(net->addIdentity(x), "y");
    x.setAllowedFormats(1U << static_cast<uint32_t>(TensorFormat::kHWC8));
    EXPECT_NE(net.refusal().find("TN-176"), std::string::npos);
    x.setAllowedFormats(1U << static_cast<uint32_t>(TensorFormat::kLINEAR));
    EXPECT_EQ(net.refusal(), "");
    EXPECT_EQ(x.getLocation(), TensorLocation::kDEVICE);
    EXPECT_FALSE(x.getBroadcastAcrossBatch());
}

TEST(Tensor, DimensionNamesMakeDimsEqual) {
    Net net;
    ITensor &a = net.input("a", {-1, 2}), &b = net.input("b", {-1, 2});
    EXPECT_EQ(a.getDimensionName(0), nullptr);
    a.setDimensionName(0, "batch");
    b.setDimensionName(0, "batch");
    EXPECT_EQ(std::string(a.getDimensionName(0)), "batch");
    a.setDimensionName(1, "fixed");
    EXPECT_EQ(a.getDimensionName(1), nullptr);
    EXPECT_TRUE(net.logger().says("TN-142"));
    net.output(net->addElementWise(a, b, ElementWiseOperation::kSUM), "y");
    tenon::plan::Plan const plan = net.plan({{"a", counted({3, 2})}, {"b", counted({3, 2})}});
    EXPECT_EQ(plan.io[0].dimNames[0], "batch");
    EXPECT_EQ(plan.io[1].dimNames[0], "batch");
    a.setDimensionName(0, nullptr);
    EXPECT_EQ(a.getDimensionName(0), nullptr);
}

TEST(Network, ShapeOutputs) {
    Net net;
    ITensor& x = net.input("x", {-1, 4});
    ITensor& shape = *net->addShape(x)->getOutput(0);
    EXPECT_FALSE(net->markOutputForShapes(*net->addActivation(x, ActivationType::kRELU)->getOutput(0)));
    EXPECT_TRUE(net.logger().says("TN-172"));
    shape.setName("y");
    EXPECT_TRUE(net->markOutputForShapes(shape));
    EXPECT_EQ(net->getNbOutputs(), 1);
    EXPECT_TRUE(shape.isShapeTensor());
    expectNear(net.one({{"x", counted({3, 4})}}), {2}, {3, 4});
    EXPECT_TRUE(net.plan({{"x", counted({3, 4})}}).io.back().hostRead);
    EXPECT_TRUE(net->unmarkOutputForShapes(shape));
    EXPECT_FALSE(net->unmarkOutputForShapes(shape));
    EXPECT_EQ(net->getNbOutputs(), 0);
}

TEST(Network, RemovedTensors) {
    Net net;
    ITensor &used = net.input("used", {1}), &unused = net.input("unused", {1});
    net.output(net->addIdentity(used), "y");
    net->removeTensor(used);
    EXPECT_EQ(net->getNbInputs(), 2);
    EXPECT_TRUE(net.logger().says("TN-174"));
    net->removeTensor(unused);
    EXPECT_EQ(net->getNbInputs(), 1);
    expectNear(net.one({{"used", floats({1}, {4})}}), {1}, {4});
}

TEST(Network, WeightsByName) {
    Net net;
    Weights const kernel = net.weights({1, 2, 3, 4}), other = net.weights({5});
    net->addConvolutionNd(net.input("x", {1, 1, 4, 4}), 1, dims({2, 2}), kernel, {DataType::kFLOAT, nullptr, 0});
    EXPECT_FALSE(net->setWeightsName(other, "other"));
    EXPECT_TRUE(net.logger().says("TN-175"));
    EXPECT_TRUE(net->setWeightsName(kernel, "kernel"));
    EXPECT_FALSE(net->markWeightsRefittable("nothing"));
    EXPECT_TRUE(net->markWeightsRefittable("kernel"));
    EXPECT_TRUE(net->areWeightsMarkedRefittable("kernel"));
    EXPECT_TRUE(net->unmarkWeightsRefittable("kernel"));
    EXPECT_FALSE(net->areWeightsMarkedRefittable("kernel"));
    net.output(net->getLayer(0), "y");
    tenon::plan::Plan const plan = net.plan({});
    ASSERT_EQ(plan.weights.size(), 1u);
    EXPECT_EQ(plan.weights[0].name, "kernel");
}

TEST(Network, DebugTensors) {
    Net net;
    ITensor& x = net.input("x", {2});
    ITensor& middle = *net->addActivation(x, ActivationType::kRELU)->getOutput(0);
    middle.setName("middle");
    EXPECT_FALSE(net->isDebugTensor(middle));
    EXPECT_TRUE(net->markDebug(middle));
    EXPECT_TRUE(net->isDebugTensor(middle));
    net.output(net->addUnary(middle, UnaryOperation::kNEG), "y");
    tenon::plan::Plan const plan = net.plan({});
    EXPECT_EQ(plan.blocks[0].steps.size(), 2u); // not fused, since somebody wants to see it
    ASSERT_EQ(plan.debugTensors.size(), 1u);
    EXPECT_EQ(plan.debugTensors[0].name, "middle");
    EXPECT_TRUE(net->unmarkDebug(middle));
    EXPECT_EQ(net.plan({}).blocks[0].steps.size(), 1u);
    middle.setName(nullptr);
    EXPECT_FALSE(net->markDebug(middle));
}

TEST(Network, TwoOutputsOfOneNameAreRefused) {
    Net net;
    ITensor& x = net.input("x", {2});
    net.output(net->addActivation(x, ActivationType::kRELU), "y");
    net.output(net->addActivation(x, ActivationType::kTANH), "y");
    EXPECT_NE(net.refusal().find("TN-167"), std::string::npos);
}

TEST(Network, AbsentCallsSayTheirName) {
    Net net;
    ITensor& x = net.input("x", {2});
    EXPECT_EQ(net->addMoE(x, x, x), nullptr);
    EXPECT_EQ(net->addKVCacheUpdate(x, x, x, KVCacheMode::kLINEAR), nullptr);
    EXPECT_EQ(net->addRNNv2(x, 1, 1, 1, RNNOperation::kLSTM), nullptr);
    EXPECT_EQ(net->addDynamicQuantizeV2(x, dims({1}), DataType::kFP8, DataType::kFLOAT), nullptr);
    for (char const* call : {"addMoE", "addKVCacheUpdate", "addRNNv2", "addDynamicQuantize"})
        EXPECT_TRUE(net.logger().says(call)) << call;
}

TEST(Network, AnyOrderOfDestruction) {
    Logger logger;
    auto builder = own(createInferBuilder(logger));
    auto network = own(builder->createNetworkV2(0));
    builder.reset();
    ITensor* x = network->addInput("x", DataType::kFLOAT, dims({2}));
    ASSERT_NE(x, nullptr);
    ILayer* layer = network->addActivation(*x, ActivationType::kRELU);
    EXPECT_EQ(shapeOf(*layer->getOutput(0)), "2");
    network.release()->destroy();
}

/// A model as the reader leaves it: a convolution, a bias by an Add, a Relu, and an operator without a layer.
tenon::Network parsed() {
    using namespace tenon;
    tenon::Network n;
    auto tensor = [&](std::string name) { return n.addTensor(std::move(name)); };
    auto record = [&](char const* op, Attrs attrs, std::vector<TensorId> in, TensorId out, char const* name) {
        Record r;
        r.op = builtinTable().op(op);
        r.attrs = std::move(attrs);
        r.operands = std::move(in);
        r.results = {out};
        r.name = name;
        r.origins = {name};
        n.main.records.push_back(std::move(r));
    };
    n.dimNames = {"N"};
    TensorId const x = n.addTensor(
        "x", Type::tensor(DType::kF32, tenon::Dims{DimExpr::symbol(0), DimExpr(1), DimExpr(3), DimExpr(3)}));
    n.main.params = {x};
    static float const kernel[] = {1, 2, 3, 4};
    TensorId const w = n.addConstant("w", Type::tensor(DType::kF32, tenon::Dims{1, 1, 2, 2}),
                                     Buffer::borrow(std::as_bytes(std::span(kernel))));
    TensorId const c = tensor("c"), r = tensor("r"), y = tensor("y");
    tenon::ops::conv::Attributes conv;
    conv.window.pads = {0, 0, 1, 1};
    record("conv", conv, {x, w}, c, "Conv_0");
    record("pointwise", PointwiseAttributes{rowOf("relu", {DType::kF32})}, {c}, r, "Relu_0");
    record("trilu",
           Attrs(*builtinTable().op("trilu")->attrs,
                 builtinTable().op("trilu")->attrs->decode(
                     *std::make_unique<BinaryReader>(reinterpret_cast<std::byte const*>("\1"), 1))),
           {r}, y, "Trilu_0");
    n.main.results = {y};
    return n;
}

TEST(ParsedNetwork, ShowsTheRightLayers) {
    Net net;
    tenon::api::stateOf(*net).adopt(parsed());
    ASSERT_EQ(net->getNbLayers(), 3);
    ILayer* first = net->getLayer(0);
    ASSERT_EQ(first->getType(), LayerType::kCONVOLUTION);
    auto* conv = static_cast<IConvolutionLayer*>(first);
    EXPECT_EQ(conv->getNbOutputMaps(), 1);
    EXPECT_EQ(conv->getKernelSizeNd().d[1], 2);
    EXPECT_EQ(conv->getKernelWeights().count, 4);
    EXPECT_EQ(conv->getPostPadding().d[0], 1);
    EXPECT_EQ(std::string(conv->getName()), "Conv_0");
    EXPECT_EQ(conv->getNbInputs(), 1);
    ASSERT_EQ(net->getLayer(1)->getType(), LayerType::kACTIVATION);
    EXPECT_EQ(static_cast<IActivationLayer*>(net->getLayer(1))->getActivationType(), ActivationType::kRELU);
    ASSERT_EQ(net->getLayer(2)->getType(), LayerType::kPLUGIN_V3);
    IPluginV3& plugin = static_cast<IPluginV3Layer*>(net->getLayer(2))->getPlugin();
    auto* core = static_cast<IPluginV3OneCore*>(plugin.getCapabilityInterface(PluginCapabilityType::kCORE));
    EXPECT_EQ(std::string(core->getPluginName()), "trilu");
    EXPECT_EQ(shapeOf(*net->getOutput(0)), "?x1x3x3");
    EXPECT_EQ(std::string(net->getInput(0)->getDimensionName(0)), "N");
    EXPECT_EQ(tenon::api::stateOf(*net).findTensor("r"), net->getLayer(1)->getOutput(0));
}

TEST(ParsedNetwork, LookingChangesNothingAndWritingDoes) {
    Array const x = counted({1, 1, 3, 3});
    Net untouched;
    tenon::api::stateOf(*untouched).adopt(parsed());
    Array const before = untouched.one({{"x", x}});
    Net net;
    tenon::api::stateOf(*net).adopt(parsed());
    auto* conv = static_cast<IConvolutionLayer*>(net->getLayer(0));
    conv->getKernelSizeNd();
    EXPECT_EQ(tenon::api::stateOf(*net).network().main.records[0].op->name, "conv");
    conv->setPostPadding(dims({1, 1})); // what it was: the record is a layer from now on
    EXPECT_EQ(tenon::api::stateOf(*net).network().main.records[0].op->name, "layer.convolution");
    expectNear(net.one({{"x", x}}), before.dims, before.values);
    conv->setPostPadding(dims({0, 0}));
    EXPECT_EQ(shapeOf(*net->getOutput(0)), "?x1x2x2");
}

} // namespace

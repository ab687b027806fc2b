// SPDX-License-Identifier: Apache-2.0
// What a network and a configuration say about the run: weights for refit by layer and role, stripped plans, debug
// tensors, outputs that are shapes; and that what builds, runs.
#include "engines.h"
#include "models.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

using namespace nvinfer1;
using test::own;
using test::Workshop;

namespace {

std::vector<float> const kKernel{1, 2}, kBias{0.5F, -0.5F};

test::Bytes build(Workshop& w) {
    std::string const text = w.build();
    EXPECT_FALSE(text.empty()) << w.logger.text();
    return {text.begin(), text.end()};
}

/// x f32[1, 1, 2, 2] -> 1x1 convolution "conv" to two maps -> relu "act" -> y.
void writeConv(Workshop& w) {
    INetworkDefinition& n = *w.network;
    ITensor* const x = n.addInput("x", DataType::kFLOAT, Dims4{1, 1, 2, 2});
    IConvolutionLayer* const conv =
        n.addConvolutionNd(*x, 2, DimsHW{1, 1}, test::weights(kKernel), test::weights(kBias));
    conv->setName("conv");
    conv->getOutput(0)->setName("sum");
    IActivationLayer* const act = n.addActivation(*conv->getOutput(0), ActivationType::kRELU);
    act->setName("act");
    act->getOutput(0)->setName("y");
    n.markOutput(*act->getOutput(0));
}

std::vector<float> answer(IExecutionContext& c) {
    std::vector<float> x{1, -1, 2, 0}, y(8, -9);
    EXPECT_TRUE(c.setTensorAddress("x", x.data()) && c.setTensorAddress("y", y.data()) && c.enqueueV3(nullptr));
    return y;
}

std::vector<float> const kAnswer{1.5F, 0, 2.5F, 0.5F, 1.5F, 0, 3.5F, 0};

TEST(FromNetwork, RefitFindsLayersAndRoles) {
    Workshop w;
    writeConv(w);
    w.config->setFlag(BuilderFlag::kREFIT);
    test::Session s(build(w));
    EXPECT_EQ(answer(*s.context), kAnswer);
    auto const refitter = own(createInferRefitter(*s.engine, s.logger));
    char const* layers[8] = {};
    WeightsRole roles[8] = {};
    ASSERT_EQ(refitter->getAll(8, layers, roles), 2);
    std::set<std::pair<std::string, WeightsRole>> const all{{layers[0], roles[0]}, {layers[1], roles[1]}};
    EXPECT_EQ(all, (std::set<std::pair<std::string, WeightsRole>>{{"conv", WeightsRole::kKERNEL},
                                                                  {"conv", WeightsRole::kBIAS}}));
    std::vector<float> const kernel{-1, 1};
    ASSERT_TRUE(refitter->setWeights("conv", WeightsRole::kKERNEL, test::weights(kernel))) << s.logger.text();
    ASSERT_TRUE(refitter->refitCudaEngine()) << s.logger.text();
    EXPECT_EQ(answer(*s.context), (std::vector<float>{0, 1.5F, 0, 0.5F, 0.5F, 0, 1.5F, 0}));
}

TEST(FromNetwork, NamedWeightsAloneMayBeRefittable) {
    Workshop w;
    writeConv(w);
    ASSERT_TRUE(w.network->setWeightsName(test::weights(kKernel), "the kernel"));
    ASSERT_TRUE(w.network->markWeightsRefittable("the kernel"));
    w.config->setFlag(BuilderFlag::kREFIT_INDIVIDUAL);
    test::Session s(build(w));
    auto const refitter = own(createInferRefitter(*s.engine, s.logger));
    ASSERT_NE(refitter, nullptr) << s.logger.text();
    char const* names[4] = {};
    ASSERT_EQ(refitter->getAllWeights(4, names), 1);
    EXPECT_STREQ(names[0], "the kernel");
    EXPECT_EQ(answer(*s.context), kAnswer);
}

TEST(FromNetwork, StripPlanLeavesTheWeightsOut) {
    Workshop whole, stripped;
    writeConv(whole);
    writeConv(stripped);
    whole.config->setFlag(BuilderFlag::kREFIT);
    stripped.config->setFlag(BuilderFlag::kSTRIP_PLAN);
    whole.config->setBuilderOptimizationLevel(0); // both by estimates, so that they are the same engine
    stripped.config->setBuilderOptimizationLevel(0);
    test::Bytes const full = build(whole);
    test::Session s(build(stripped));
    ASSERT_NE(s.engine, nullptr) << s.logger.text();
    EXPECT_EQ(s.context, nullptr);
    EXPECT_TRUE(s.logger.says("TN-182")) << s.logger.text();
    auto const refitter = own(createInferRefitter(*s.engine, s.logger));
    ASSERT_TRUE(refitter->setWeights("conv", WeightsRole::kKERNEL, test::weights(kKernel)));
    ASSERT_TRUE(refitter->setWeights("conv", WeightsRole::kBIAS, test::weights(kBias)));
    ASSERT_TRUE(refitter->refitCudaEngine()) << s.logger.text();
    auto const context = own(s.engine->createExecutionContext());
    EXPECT_EQ(answer(*context), kAnswer);
    auto const again = own(s.engine->serialize());
    ASSERT_EQ(again->size(), full.size());
    EXPECT_EQ(std::memcmp(again->data(), full.data(), full.size()), 0);
}

class Listener final : public IDebugListener {
public:
    bool processDebugTensor(void const* data, TensorLocation, DataType, Dims const& shape, char const* name,
                            cudaStream_t) override {
        int64_t count = 1;
        for (int32_t i = 0; i < shape.nbDims; ++i)
            count *= shape.d[i];
        auto const* values = static_cast<float const*>(data);
        seen[name].assign(values, values + count);
        return true;
    }
    std::map<std::string, std::vector<float>> seen;
};

TEST(FromNetwork, MarkedTensorsReachTheDebugListener) {
    Workshop w;
    writeConv(w);
    ASSERT_TRUE(w.network->markDebug(*w.network->getLayer(0)->getOutput(0)));
    ASSERT_TRUE(w.network->markDebug(*w.network->getInput(0)));
    test::Session s(build(w));
    ASSERT_TRUE(s.engine->isDebugTensor("sum"));
    ASSERT_TRUE(s.engine->isDebugTensor("x"));
    Listener listener;
    ASSERT_TRUE(s.context->setDebugListener(&listener) && s.context->setAllTensorsDebugState(true));
    EXPECT_EQ(answer(*s.context), kAnswer);
    EXPECT_EQ(listener.seen["sum"], (std::vector<float>{1.5F, -0.5F, 2.5F, 0.5F, 1.5F, -2.5F, 3.5F, -0.5F}));
    EXPECT_EQ(listener.seen["x"], (std::vector<float>{1, -1, 2, 0}));
}

TEST(FromNetwork, ShapeOutputsAreThereOnceShapesAre) {
    Workshop w;
    ITensor* const x = w.network->addInput("x", DataType::kFLOAT, Dims2{-1, 3});
    IShapeLayer* const shape = w.network->addShape(*x);
    shape->getOutput(0)->setName("shape");
    ASSERT_TRUE(w.network->markOutputForShapes(*shape->getOutput(0)));
    IUnaryLayer* const negative = w.network->addUnary(*x, UnaryOperation::kNEG);
    negative->getOutput(0)->setName("y");
    w.network->markOutput(*negative->getOutput(0));
    ASSERT_EQ(w.addProfile("x", Dims2{1, 3}, Dims2{2, 3}, Dims2{8, 3}), 0);
    test::Session s(build(w));
    EXPECT_TRUE(s.engine->isShapeInferenceIO("shape"));
    EXPECT_EQ(s.engine->getTensorLocation("shape"), TensorLocation::kHOST);
    EXPECT_FALSE(s.engine->isShapeInferenceIO("y"));
    int64_t given[2] = {-1, -1};
    ASSERT_TRUE(s.context->setTensorAddress("shape", given));
    ASSERT_TRUE(s.context->setInputShape("x", Dims2{5, 3}));
    ASSERT_EQ(s.context->inferShapes(0, nullptr), 0) << s.logger.text();
    EXPECT_EQ(given[0], 5);
    EXPECT_EQ(given[1], 3);
    std::vector<float> in(15, 1), out(15);
    given[0] = -1;
    ASSERT_TRUE(s.context->setTensorAddress("x", in.data()) && s.context->setTensorAddress("y", out.data()));
    ASSERT_TRUE(s.context->enqueueV3(nullptr)) << s.logger.text();
    EXPECT_EQ(given[0], 5);
    EXPECT_EQ(out[14], -1);
}

TEST(FromNetwork, WhatBuildsRuns) {
    Workshop w;
    ASSERT_TRUE(w.parse(test::convModel("N"))) << w.logger.text();
    w.addProfile("x", Dims4{1, 3, 8, 8}, Dims4{2, 3, 8, 8}, Dims4{4, 3, 8, 8});
    w.addProfile("x", Dims4{5, 3, 8, 8}, Dims4{8, 3, 8, 8}, Dims4{30, 3, 8, 8});
    test::Session s(build(w));
    Workshop one; // the same for one image
    ASSERT_TRUE(one.parse(test::convModel("1")));
    test::Session single(build(one));
    std::mt19937 random(3);
    for (int32_t profile : {0, 1}) {
        ASSERT_TRUE(s.context->setOptimizationProfileAsync(profile, nullptr));
        int64_t const least = profile == 0 ? 1 : 5, most = profile == 0 ? 4 : 30;
        std::vector<int64_t> sizes{least, profile == 0 ? 2 : 8, most};
        for (int i = 0; i < 20; ++i)
            sizes.push_back(least + static_cast<int64_t>(random() % static_cast<uint32_t>(most - least + 1)));
        for (int64_t n : sizes) {
            std::vector<float> x = test::waves(static_cast<size_t>(n) * 192), y(static_cast<size_t>(n) * 256);
            ASSERT_TRUE(s.context->setInputShape("x", Dims4{n, 3, 8, 8}));
            ASSERT_TRUE(s.context->setTensorAddress("x", x.data()) && s.context->setTensorAddress("y", y.data()));
            ASSERT_TRUE(s.context->enqueueV3(nullptr)) << s.logger.text();
            std::vector<float> last(256);
            void* bindings[] = {x.data() + (n - 1) * 192, last.data()};
            ASSERT_TRUE(single.context->executeV2(bindings));
            for (size_t i = 0; i < 256; ++i)
                ASSERT_NEAR(y[static_cast<size_t>(n - 1) * 256 + i], last[i], 1e-4) << n;
        }
    }
}

} // namespace

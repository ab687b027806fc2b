// SPDX-License-Identifier: Apache-2.0
// New weights for engines, and engines that come without theirs.
#include "engines.h"

#include <gtest/gtest.h>

#include <set>

using namespace nvinfer1;
using test::own;

namespace {

std::vector<float> const kW{2, 4, 6, 8}, kB{-3, -3, -3, -3};

bool runs(IExecutionContext& context, float scale, float shift) {
    test::Rows rows(3);
    return rows.give(context) && context.enqueueV3(nullptr) && rows.isRight(scale, shift);
}

TEST(Refit, ByName) {
    test::Session s(test::twoProfiles());
    ASSERT_TRUE(runs(*s.context, 1, -1));
    auto const refitter = own(createInferRefitter(*s.engine, s.logger));
    ASSERT_NE(refitter, nullptr) << s.logger.text();
    EXPECT_EQ(refitter->getLogger(), &s.logger);
    char const* names[4] = {};
    ASSERT_EQ(refitter->getAllWeights(4, names), 2);
    EXPECT_EQ((std::set<std::string>{names[0], names[1]}), (std::set<std::string>{"b", "w"}));
    EXPECT_EQ(refitter->getMissingWeights(4, names), 0);
    Weights const prototype = refitter->getWeightsPrototype("w");
    EXPECT_EQ(prototype.count, 4);
    EXPECT_EQ(prototype.type, DataType::kFLOAT);
    EXPECT_EQ(refitter->getWeightsPrototype("none").count, -1);
    ASSERT_TRUE(refitter->setNamedWeights("w", test::weights(kW)));
    EXPECT_EQ(refitter->getNamedWeights("w").values, kW.data());
    EXPECT_EQ(refitter->getNamedWeights("b").values, nullptr);
    EXPECT_EQ(refitter->getWeightsLocation("w"), TensorLocation::kHOST);
    ASSERT_TRUE(refitter->refitCudaEngine()) << s.logger.text();
    EXPECT_TRUE(runs(*s.context, 2, -1)); // the same context
    ASSERT_TRUE(refitter->setNamedWeights("b", test::weights(kB), TensorLocation::kHOST));
    ASSERT_TRUE(refitter->refitCudaEngineAsync(nullptr));
    EXPECT_TRUE(runs(*s.context, 2, -3));
    ASSERT_TRUE(refitter->setNamedWeights("b", test::weights(kW)));
    EXPECT_TRUE(refitter->unsetNamedWeights("b"));
    EXPECT_FALSE(refitter->unsetNamedWeights("b"));
}

TEST(Refit, ByLayerAndRole) {
    test::Session s(test::twoProfiles());
    auto const refitter = own(createInferRefitter(*s.engine, s.logger));
    char const* layers[4] = {};
    WeightsRole roles[4] = {};
    ASSERT_EQ(refitter->getAll(4, layers, roles), 2);
    EXPECT_STREQ(layers[0], "scale");
    EXPECT_EQ((std::set<WeightsRole>{roles[0], roles[1]}),
              (std::set<WeightsRole>{WeightsRole::kSCALE, WeightsRole::kSHIFT}));
    EXPECT_EQ(refitter->getMissing(4, layers, roles), 0);
    ASSERT_TRUE(refitter->setWeights("scale", WeightsRole::kSCALE, test::weights(kW)));
    ASSERT_TRUE(refitter->setWeights("scale", WeightsRole::kSHIFT, test::weights(kB)));
    ASSERT_TRUE(refitter->refitCudaEngine());
    EXPECT_TRUE(runs(*s.context, 2, -3));
    EXPECT_FALSE(refitter->setWeights("scale", WeightsRole::kKERNEL, test::weights(kW)));
    EXPECT_TRUE(s.logger.says("no weights of role kKERNEL")) << s.logger.text();
    EXPECT_TRUE(s.logger.says("kSCALE"));
    EXPECT_FALSE(refitter->setWeights("none", WeightsRole::kKERNEL, test::weights(kW)));
    EXPECT_TRUE(s.logger.says("no refittable layer 'none'"));
}

TEST(Refit, RefusesWhatDoesNotFit) {
    test::Session s(test::twoProfiles());
    auto const refitter = own(createInferRefitter(*s.engine, s.logger));
    std::vector<float> const three{1, 2, 3};
    std::vector<int32_t> const integers{1, 2, 3, 4};
    EXPECT_FALSE(refitter->setNamedWeights("w", test::weights(three)));
    EXPECT_TRUE(s.logger.says("4 elements of f32")) << s.logger.text();
    EXPECT_FALSE(refitter->setNamedWeights("w", {DataType::kINT32, integers.data(), 4}));
    EXPECT_FALSE(refitter->setNamedWeights("w", {DataType::kFLOAT, nullptr, 4}));
    EXPECT_FALSE(refitter->setNamedWeights("nobody", test::weights(kW)));
    EXPECT_TRUE(s.logger.says("'nobody'"));
    EXPECT_TRUE(s.logger.says("b, w")) << s.logger.text();
    EXPECT_FALSE(refitter->setNamedWeights(nullptr, test::weights(kW)));
    uint16_t const halves[4] = {0x3c00, 0x4000, 0x4200, 0x4400}; // 1, 2, 3, 4
    ASSERT_TRUE(refitter->setNamedWeights("w", {DataType::kHALF, halves, 4}));
    ASSERT_TRUE(refitter->refitCudaEngine());
    EXPECT_TRUE(runs(*s.context, 1, -1));
    EXPECT_TRUE(refitter->getWeightsValidation());
    refitter->setWeightsValidation(false);
    EXPECT_FALSE(refitter->getWeightsValidation());
    EXPECT_TRUE(refitter->setMaxThreads(4));
    EXPECT_FALSE(refitter->setMaxThreads(0));
    EXPECT_EQ(refitter->getMaxThreads(), 4);
    test::Session fixed(test::debugEngine());
    EXPECT_EQ(createInferRefitter(*fixed.engine, fixed.logger), nullptr);
    EXPECT_TRUE(fixed.logger.says("TN-131")) << fixed.logger.text();
}

TEST(Refit, AStrippedEngineRunsOnceItHasItsWeights) {
    test::Session s(test::strippedEngine());
    ASSERT_NE(s.engine, nullptr) << s.logger.text();
    EXPECT_EQ(s.context, nullptr);
    EXPECT_TRUE(s.logger.says("TN-182")) << s.logger.text();
    EXPECT_TRUE(s.engine->isRefittable());
    EXPECT_GT(s.engine->getEngineStat(EngineStat::kSTRIPPED_WEIGHTS_SIZE), 0);
    EXPECT_EQ(s.engine->getEngineStat(EngineStat::kSTRIPPED_WEIGHTS_SIZE),
              s.engine->getEngineStat(EngineStat::kTOTAL_WEIGHTS_SIZE));
    EXPECT_LT(test::strippedEngine().size(), test::twoProfiles().size());
    auto const refitter = own(createInferRefitter(*s.engine, s.logger));
    char const* names[4] = {};
    EXPECT_EQ(refitter->getMissingWeights(4, names), 2);
    std::vector<float> const w{1, 2, 3, 4}, b{-1, -1, -1, -1};
    ASSERT_TRUE(refitter->setNamedWeights("w", test::weights(w)));
    s.logger.clear();
    EXPECT_FALSE(refitter->refitCudaEngine()); // one of two
    EXPECT_TRUE(s.logger.says("weights are missing: b")) << s.logger.text();
    ASSERT_EQ(refitter->getMissingWeights(4, names), 1);
    EXPECT_STREQ(names[0], "b");
    ASSERT_TRUE(refitter->setNamedWeights("b", test::weights(b)));
    ASSERT_TRUE(refitter->refitCudaEngine()) << s.logger.text();
    auto const context = own(s.engine->createExecutionContext());
    ASSERT_NE(context, nullptr);
    EXPECT_TRUE(runs(*context, 1, -1));
    EXPECT_EQ(s.engine->getEngineStat(EngineStat::kSTRIPPED_WEIGHTS_SIZE), 0);
    auto const whole = own(s.engine->serialize()); // the engine that was never stripped, byte for byte
    ASSERT_EQ(whole->size(), test::twoProfiles().size());
    EXPECT_EQ(std::memcmp(whole->data(), test::twoProfiles().data(), whole->size()), 0);
    auto const config = own(s.engine->createSerializationConfig());
    EXPECT_TRUE(config->getFlag(SerializationFlag::kEXCLUDE_WEIGHTS)); // it came without them
    auto const again = own(s.engine->serializeWithConfig(*config));
    ASSERT_EQ(again->size(), test::strippedEngine().size());
    EXPECT_EQ(std::memcmp(again->data(), test::strippedEngine().data(), again->size()), 0);
}

} // namespace

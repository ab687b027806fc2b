// SPDX-License-Identifier: Apache-2.0
// What an engine answers: tensors by name and as bindings, profiles, memory, itself, its configurations.
#include "engines.h"

#include <gtest/gtest.h>

using namespace nvinfer1;
using test::own;

namespace {

TEST(Engine, TensorsByName) {
    test::Session s(test::twoProfiles());
    ICudaEngine& e = *s.engine;
    ASSERT_EQ(e.getNbIOTensors(), 2);
    EXPECT_STREQ(e.getIOTensorName(0), "x");
    EXPECT_STREQ(e.getIOTensorName(1), "y");
    EXPECT_EQ(e.getTensorIOMode("x"), TensorIOMode::kINPUT);
    EXPECT_EQ(e.getTensorIOMode("y"), TensorIOMode::kOUTPUT);
    EXPECT_EQ(e.getTensorIOMode("z"), TensorIOMode::kNONE);
    EXPECT_EQ(e.getTensorIOMode(nullptr), TensorIOMode::kNONE);
    EXPECT_EQ(e.getTensorShape("x"), (Dims{2, {-1, 4}}));
    EXPECT_EQ(e.getTensorShape("y"), (Dims{2, {-1, 4}}));
    EXPECT_EQ(e.getTensorDataType("x"), DataType::kFLOAT);
    EXPECT_EQ(e.getTensorLocation("x"), TensorLocation::kDEVICE);
    EXPECT_EQ(e.getTensorFormat("x"), TensorFormat::kLINEAR);
    EXPECT_EQ(e.getTensorFormat("x", 1), TensorFormat::kLINEAR);
    EXPECT_STREQ(e.getTensorFormatDesc("x"), "row-major, elements of f32");
    EXPECT_EQ(e.getTensorVectorizedDim("x"), -1);
    EXPECT_EQ(e.getTensorBytesPerComponent("x"), -1);
    EXPECT_EQ(e.getTensorComponentsPerElement("x", 1), -1);
    EXPECT_FALSE(e.isShapeInferenceIO("x"));
    EXPECT_EQ(e.getAliasedInputTensor("y"), nullptr);
    EXPECT_EQ(s.logger.text(), "");
}

TEST(Engine, UnknownNamesAreAnsweredWithTheNamesThatThereAre) {
    test::Session s(test::twoProfiles());
    test::Recorder recorder;
    s.engine->setErrorRecorder(&recorder);
    EXPECT_EQ(s.engine->getTensorShape("z").nbDims, -1);
    ASSERT_EQ(recorder.getNbErrors(), 1);
    std::string const text = recorder.getErrorDesc(0);
    EXPECT_NE(text.find("ICudaEngine::getTensorShape"), std::string::npos) << text;
    EXPECT_NE(text.find("TN-125"), std::string::npos) << text;
    EXPECT_NE(text.find("'z'"), std::string::npos) << text;
    EXPECT_NE(text.find("x, y"), std::string::npos) << text;
    EXPECT_EQ(s.engine->getTensorDataType(nullptr), DataType::kFLOAT);
    EXPECT_EQ(s.engine->getIOTensorName(2), nullptr);
    EXPECT_EQ(s.engine->getIOTensorName(-1), nullptr);
    EXPECT_STREQ(s.engine->getTensorFormatDesc("z"), "");
    EXPECT_EQ(s.engine->getTensorFormat("x", 2), TensorFormat::kLINEAR);
    EXPECT_EQ(recorder.getNbErrors(), 6);
    s.engine->setErrorRecorder(nullptr);
    EXPECT_EQ(recorder.owners(), 0);
}

TEST(Engine, ShapeTensorsAreOnTheHost) {
    test::Session s(test::reshapeEngine());
    EXPECT_TRUE(s.engine->isShapeInferenceIO("shape"));
    EXPECT_FALSE(s.engine->isShapeInferenceIO("x"));
    EXPECT_EQ(s.engine->getTensorLocation("shape"), TensorLocation::kHOST);
    EXPECT_EQ(s.engine->getTensorDataType("shape"), DataType::kINT64);
    EXPECT_EQ(s.engine->getTensorShape("y"), (Dims{2, {-1, -1}}));
    EXPECT_TRUE(s.engine->isShapeBinding(1));
    EXPECT_FALSE(s.engine->isExecutionBinding(1));
}

TEST(Engine, Profiles) {
    test::Session s(test::twoProfiles());
    ICudaEngine& e = *s.engine;
    EXPECT_EQ(e.getNbOptimizationProfiles(), 2);
    EXPECT_EQ(e.getProfileShape("x", 0, OptProfileSelector::kMIN), (Dims{2, {1, 4}}));
    EXPECT_EQ(e.getProfileShape("x", 0, OptProfileSelector::kOPT), (Dims{2, {2, 4}}));
    EXPECT_EQ(e.getProfileShape("x", 1, OptProfileSelector::kMAX), (Dims{2, {16, 4}}));
    EXPECT_EQ(e.getProfileShape("x", 2, OptProfileSelector::kMAX).nbDims, -1);
    EXPECT_TRUE(s.logger.says("0 to 1"));
    EXPECT_EQ(e.getProfileShape("y", 0, OptProfileSelector::kMAX).nbDims, -1);
    EXPECT_TRUE(s.logger.says("'y' is an output"));
    EXPECT_EQ(e.getProfileTensorValuesV2("x", 0, OptProfileSelector::kMIN), nullptr);

    test::Session r(test::reshapeEngine());
    int64_t const* const wide = r.engine->getProfileTensorValuesV2("shape", 0, OptProfileSelector::kMAX);
    ASSERT_NE(wide, nullptr);
    EXPECT_EQ(wide[1], 48);
    int32_t const* const narrow = r.engine->getProfileTensorValues("shape", 0, OptProfileSelector::kOPT);
    ASSERT_NE(narrow, nullptr);
    EXPECT_EQ(narrow[0], 3);
    EXPECT_EQ(narrow[1], 4);
}

TEST(Engine, BindingsOfEachProfile) {
    test::Session s(test::twoProfiles());
    ICudaEngine& e = *s.engine;
    ASSERT_EQ(e.getNbBindings(), 4);
    EXPECT_STREQ(e.getBindingName(1), "y");
    EXPECT_STREQ(e.getBindingName(2), "x [profile 1]");
    EXPECT_EQ(e.getBindingIndex("y [profile 1]"), 3);
    EXPECT_EQ(e.getBindingIndex("z"), -1);
    EXPECT_EQ(e.getBindingName(4), nullptr);
    EXPECT_TRUE(e.bindingIsInput(2));
    EXPECT_FALSE(e.bindingIsInput(3));
    EXPECT_EQ(e.getBindingDimensions(2), (Dims{2, {-1, 4}}));
    EXPECT_EQ(e.getBindingDataType(3), DataType::kFLOAT);
    EXPECT_EQ(e.getProfileDimensions(0, 1, OptProfileSelector::kMIN), (Dims{2, {8, 4}}));
    EXPECT_EQ(e.getMaxBatchSize(), 1);
    EXPECT_TRUE(e.isExecutionBinding(0));
}

TEST(Engine, MemoryAndNumbers) {
    test::Session s(test::twoProfiles());
    ICudaEngine& e = *s.engine;
    EXPECT_STREQ(e.getName(), "two_profiles");
    EXPECT_GE(e.getNbLayers(), 1);
    EXPECT_GE(e.getDeviceMemorySizeForProfileV2(1), e.getDeviceMemorySizeForProfileV2(0));
    EXPECT_EQ(e.getDeviceMemorySizeV2(), e.getDeviceMemorySizeForProfileV2(1));
    EXPECT_EQ(e.getDeviceMemorySize(), static_cast<size_t>(e.getDeviceMemorySizeV2()));
    EXPECT_EQ(e.getDeviceMemorySizeForProfileV2(2), 0);
    EXPECT_TRUE(s.logger.says("TN-126"));
    EXPECT_TRUE(e.isRefittable());
    EXPECT_FALSE(e.hasImplicitBatchDimension());
    EXPECT_EQ(e.getEngineCapability(), EngineCapability::kSTANDARD);
    EXPECT_EQ(e.getProfilingVerbosity(), ProfilingVerbosity::kDETAILED);
    EXPECT_EQ(e.getHardwareCompatibilityLevel(), HardwareCompatibilityLevel::kNONE);
    EXPECT_EQ(e.getNbAuxStreams(), 0);
    EXPECT_GE(e.getEngineStat(EngineStat::kTOTAL_WEIGHTS_SIZE), 32);
    EXPECT_EQ(e.getEngineStat(EngineStat::kSTRIPPED_WEIGHTS_SIZE), -1);
    EXPECT_STREQ(tenon::deviceOf(e), "cpu");
    EXPECT_STREQ(tenon::metadataOf(e, "team"), "x");
    EXPECT_EQ(tenon::metadataOf(e, "none"), nullptr);
}

TEST(Engine, StreamsNoWeights) {
    test::Session s(test::twoProfiles());
    ICudaEngine& e = *s.engine;
    EXPECT_EQ(e.getStreamableWeightsSize(), 0);
    EXPECT_TRUE(e.setWeightStreamingBudgetV2(0));
    EXPECT_EQ(e.getWeightStreamingBudgetV2(), 0);
    EXPECT_EQ(e.getWeightStreamingAutomaticBudget(), 0);
    EXPECT_EQ(e.getWeightStreamingScratchMemorySize(), 0);
    EXPECT_FALSE(e.setWeightStreamingBudgetV2(1 << 20));
    EXPECT_TRUE(s.logger.says("no weights to be streamed"));
    EXPECT_TRUE(e.setWeightStreamingBudget(-1));
}

TEST(Engine, SerializationConfig) {
    test::Session s(test::twoProfiles());
    auto const config = own(s.engine->createSerializationConfig());
    EXPECT_EQ(config->getFlags(), 0u);
    EXPECT_TRUE(config->setFlag(SerializationFlag::kEXCLUDE_WEIGHTS));
    EXPECT_TRUE(config->getFlag(SerializationFlag::kEXCLUDE_WEIGHTS));
    EXPECT_FALSE(config->setFlags(8));
    EXPECT_TRUE(s.logger.says("TN-142"));
    EXPECT_EQ(config->getFlags(), 1u);
    EXPECT_FALSE(config->setFlag(static_cast<SerializationFlag>(9)));
    auto const stripped = own(s.engine->serializeWithConfig(*config));
    ASSERT_NE(stripped, nullptr);
    EXPECT_EQ(stripped->size(), test::strippedEngine().size());
    EXPECT_TRUE(config->clearFlag(SerializationFlag::kEXCLUDE_WEIGHTS));
    EXPECT_TRUE(config->setFlag(SerializationFlag::kINCLUDE_REFIT));
    EXPECT_EQ(own(s.engine->serializeWithConfig(*config))->size(), test::twoProfiles().size());

    test::Session r(test::reshapeEngine()); // not refittable
    auto const other = own(r.engine->createSerializationConfig());
    other->setFlag(SerializationFlag::kEXCLUDE_WEIGHTS);
    EXPECT_EQ(r.engine->serializeWithConfig(*other), nullptr);
    EXPECT_TRUE(r.logger.says("TN-131")) << r.logger.text();
}

TEST(Engine, RuntimeConfig) {
    test::Session s(test::twoProfiles());
    auto const config = own(s.engine->createRuntimeConfig());
    EXPECT_EQ(config->getExecutionContextAllocationStrategy(), ExecutionContextAllocationStrategy::kSTATIC);
    config->setExecutionContextAllocationStrategy(ExecutionContextAllocationStrategy::kON_PROFILE_CHANGE);
    auto const context = own(s.engine->createExecutionContext(config.get()));
    ASSERT_NE(context, nullptr);
    EXPECT_EQ(context->getRuntimeConfig()->getExecutionContextAllocationStrategy(),
              ExecutionContextAllocationStrategy::kON_PROFILE_CHANGE);
    EXPECT_EQ(s.engine->createExecutionContext(static_cast<IRuntimeConfig*>(nullptr)), nullptr);
    EXPECT_TRUE(s.logger.says("runtimeConfig is null"));
    EXPECT_EQ(s.engine->createExecutionContext(static_cast<ExecutionContextAllocationStrategy>(5)), nullptr);
    EXPECT_TRUE(s.logger.says("TN-142"));
}

} // namespace

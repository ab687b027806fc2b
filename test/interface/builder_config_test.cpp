// SPDX-License-Identifier: Apache-2.0
// IBuilderConfig: defaults of each generation, what is remembered, what is refused and how.
#include "recorder.h"

#include <gtest/gtest.h>

using namespace nvinfer1;
using test::own;

namespace {

struct Config : ::testing::Test {
    test::Logger logger;
    std::unique_ptr<IBuilder> builder = own(createInferBuilder(logger));
    std::unique_ptr<IBuilderConfig> config = own(builder->createBuilderConfig());
};

TEST_F(Config, StartsWithTheDefaults) {
    EXPECT_EQ(config->getFlags(), 1U << static_cast<uint32_t>(BuilderFlag::kTF32));
    EXPECT_EQ(config->getAvgTimingIterations(), 1);
    EXPECT_EQ(config->getBuilderOptimizationLevel(), 3);
    EXPECT_EQ(config->getProfilingVerbosity(), ProfilingVerbosity::kLAYER_NAMES_ONLY);
    EXPECT_EQ(config->getEngineCapability(), EngineCapability::kSTANDARD);
    EXPECT_EQ(config->getDefaultDeviceType(), DeviceType::kGPU);
    EXPECT_EQ(config->getDLACore(), -1);
    EXPECT_EQ(config->getMaxAuxStreams(), -1);
    EXPECT_EQ(config->getMaxNbTactics(), -1);
    EXPECT_EQ(config->getTimingCache(), nullptr);
    EXPECT_EQ(config->getProgressMonitor(), nullptr);
    EXPECT_EQ(config->getNbOptimizationProfiles(), 0);
    EXPECT_EQ(config->getHardwareCompatibilityLevel(), HardwareCompatibilityLevel::kNONE);
    EXPECT_EQ(config->getTilingOptimizationLevel(), TilingOptimizationLevel::kNONE);
    EXPECT_GT(config->getMemoryPoolLimit(MemoryPoolType::kWORKSPACE), size_t{1} << 20);
    EXPECT_EQ(config->getMemoryPoolLimit(MemoryPoolType::kDLA_MANAGED_SRAM), 0u);
    EXPECT_TRUE(config->getPreviewFeature(PreviewFeature::kPROFILE_SHARING_0806));
}

TEST_F(Config, DefaultsFollowTheGeneration) {
    auto const builder8 = own(static_cast<IBuilder*>(createInferBuilder_INTERNAL(&logger, 8601)));
    auto const config8 = own(builder8->createBuilderConfig());
    EXPECT_EQ(config8->getTacticSources(), 0x1fU);
    EXPECT_EQ(config->getTacticSources(), 0x18U);
    EXPECT_FALSE(config8->getPreviewFeature(PreviewFeature::kPROFILE_SHARING_0806));
    EXPECT_TRUE(config8->getPreviewFeature(PreviewFeature::kFASTER_DYNAMIC_SHAPES_0805));
}

TEST_F(Config, RemembersFlags) {
    config->setFlag(BuilderFlag::kREFIT);
    config->setFlag(BuilderFlag::kFP16);
    EXPECT_TRUE(config->getFlag(BuilderFlag::kREFIT));
    config->clearFlag(BuilderFlag::kREFIT);
    EXPECT_FALSE(config->getFlag(BuilderFlag::kREFIT));
    EXPECT_TRUE(config->getFlag(BuilderFlag::kFP16));
    config->setFlags(1U << 31);
    EXPECT_TRUE(logger.says("IBuilderConfig::setFlags"));
    EXPECT_TRUE(config->getFlag(BuilderFlag::kFP16));
    config->setFlag(static_cast<BuilderFlag>(99));
    EXPECT_TRUE(logger.says("99"));
    config->reset();
    EXPECT_EQ(config->getFlags(), 1U << static_cast<uint32_t>(BuilderFlag::kTF32));
}

TEST_F(Config, RemembersWhatIsSet) {
    config->setMemoryPoolLimit(MemoryPoolType::kWORKSPACE, 1U << 30);
    EXPECT_EQ(config->getMemoryPoolLimit(MemoryPoolType::kWORKSPACE), 1U << 30);
    config->setBuilderOptimizationLevel(9); // as the greatest
    EXPECT_EQ(config->getBuilderOptimizationLevel(), 5);
    config->setHardwareCompatibilityLevel(HardwareCompatibilityLevel::kAMPERE_PLUS);
    EXPECT_EQ(config->getHardwareCompatibilityLevel(), HardwareCompatibilityLevel::kAMPERE_PLUS);
    config->setProfilingVerbosity(ProfilingVerbosity::kDETAILED);
    EXPECT_EQ(config->getProfilingVerbosity(), ProfilingVerbosity::kDETAILED);
    EXPECT_TRUE(config->setTacticSources(3));
    EXPECT_EQ(config->getTacticSources(), 3U);
    EXPECT_FALSE(config->setTacticSources(1U << 5));
    EXPECT_EQ(config->getTacticSources(), 3U);
    EXPECT_TRUE(config->setMaxAuxStreams(2));
    EXPECT_EQ(config->getMaxAuxStreams(), 2);
    char const* const paths[] = {"/a.so", "/b.so"};
    config->setPluginsToSerialize(paths, 2);
    ASSERT_EQ(config->getNbPluginsToSerialize(), 2);
    EXPECT_STREQ(config->getPluginToSerialize(1), "/b.so");
    EXPECT_EQ(config->getPluginToSerialize(2), nullptr);
}

TEST_F(Config, RefusesDlaByName) {
    config->setDefaultDeviceType(DeviceType::kDLA);
    EXPECT_TRUE(logger.says("TN-149"));
    EXPECT_EQ(config->getDefaultDeviceType(), DeviceType::kGPU);
    EXPECT_FALSE(config->canRunOnDLA(nullptr));
    logger.clear();
    config->setMemoryPoolLimit(MemoryPoolType::kDLA_LOCAL_DRAM, 1);
    EXPECT_TRUE(logger.says("setMemoryPoolLimit"));
}

TEST_F(Config, SaysWhatIsNotThere) {
    EXPECT_FALSE(config->setRemoteAutoTuningConfig("host:1"));
    EXPECT_TRUE(logger.says("TN-004"));
    EXPECT_TRUE(logger.says("IBuilderConfig::setRemoteAutoTuningConfig"));
    EXPECT_TRUE(config->setBuildRoute(""));
    EXPECT_FALSE(config->setBuildRoute("x"));
}

TEST_F(Config, OutlivesItsBuilder) {
    IOptimizationProfile* const profile = builder->createOptimizationProfile();
    ASSERT_TRUE(profile->setDimensions("x", OptProfileSelector::kMIN, Dims2(1, 2)));
    ASSERT_TRUE(profile->setDimensions("x", OptProfileSelector::kOPT, Dims2(1, 2)));
    ASSERT_TRUE(profile->setDimensions("x", OptProfileSelector::kMAX, Dims2(1, 2)));
    EXPECT_EQ(config->addOptimizationProfile(profile), 0);
    builder.reset();
    config->setDefaultDeviceType(DeviceType::kDLA);
    EXPECT_TRUE(logger.says("TN-149"));
    EXPECT_EQ(config->getNbOptimizationProfiles(), 1);
}

// --- profiles

TEST_F(Config, ProfileIsValidWhenEachInputHasThreeRangesInOrder) {
    IOptimizationProfile* const profile = builder->createOptimizationProfile();
    EXPECT_TRUE(profile->isValid());
    EXPECT_TRUE(profile->setDimensions("x", OptProfileSelector::kMIN, Dims2(1, 8)));
    EXPECT_TRUE(profile->setDimensions("x", OptProfileSelector::kMAX, Dims2(4, 8)));
    EXPECT_FALSE(profile->isValid());
    EXPECT_EQ(config->addOptimizationProfile(profile), -1);
    EXPECT_TRUE(logger.says("lacks the dims of kOPT for input 'x'"));
    EXPECT_TRUE(profile->setDimensions("x", OptProfileSelector::kOPT, Dims2(8, 8)));
    EXPECT_EQ(config->addOptimizationProfile(profile), -1);
    EXPECT_TRUE(logger.says("[1, 8] <= [8, 8] <= [4, 8]"));
    EXPECT_TRUE(profile->setDimensions("x", OptProfileSelector::kOPT, Dims2(2, 8)));
    EXPECT_TRUE(profile->isValid());
    EXPECT_EQ(config->addOptimizationProfile(profile), 0);
    EXPECT_EQ(profile->getDimensions("x", OptProfileSelector::kOPT).d[0], 2);
    EXPECT_EQ(profile->getDimensions("y", OptProfileSelector::kOPT).nbDims, -1);
}

TEST_F(Config, ProfileKeepsValuesOfShapeTensorsInBothWidths) {
    IOptimizationProfile* const profile = builder->createOptimizationProfile();
    int32_t const narrow[] = {2, 3};
    int64_t const wide[] = {int64_t{1} << 40, 5};
    EXPECT_TRUE(profile->setShapeValues("s", OptProfileSelector::kMIN, narrow, 2));
    EXPECT_TRUE(profile->setShapeValuesV2("s", OptProfileSelector::kMAX, wide, 2));
    EXPECT_EQ(profile->getNbShapeValues("s"), 2);
    EXPECT_EQ(profile->getNbShapeValues("t"), -1);
    EXPECT_EQ(profile->getShapeValuesV2("s", OptProfileSelector::kMIN)[1], 3);
    EXPECT_EQ(profile->getShapeValuesV2("s", OptProfileSelector::kMAX)[0], wide[0]);
    EXPECT_EQ(profile->getShapeValues("s", OptProfileSelector::kMAX)[0], INT32_MAX);
    EXPECT_EQ(profile->getShapeValues("s", OptProfileSelector::kOPT), nullptr);
    EXPECT_FALSE(profile->setShapeValuesV2("s", OptProfileSelector::kOPT, nullptr, 2));
    EXPECT_TRUE(logger.says("TN-140"));
}

TEST_F(Config, ProfileRefusesWhatIsNoShape) {
    IOptimizationProfile* const profile = builder->createOptimizationProfile();
    EXPECT_FALSE(profile->setDimensions("x", OptProfileSelector::kMIN, Dims2(-1, 2)));
    EXPECT_FALSE(profile->setDimensions("x", OptProfileSelector::kMIN, Dims{9, {}}));
    EXPECT_FALSE(profile->setDimensions(nullptr, OptProfileSelector::kMIN, Dims2(1, 2)));
    EXPECT_TRUE(logger.says("nbDims is 9"));
    EXPECT_TRUE(profile->setExtraMemoryTarget(0.5F));
    EXPECT_FALSE(profile->setExtraMemoryTarget(1.5F));
    EXPECT_EQ(profile->getExtraMemoryTarget(), 0.5F);
}

// --- timing caches

TEST_F(Config, TimingCacheOfBytesThatAreNoneStartsEmptyWithAWarning) {
    std::string const bytes = "no cache";
    auto const cache = own(config->createTimingCache(bytes.data(), bytes.size()));
    ASSERT_NE(cache, nullptr);
    EXPECT_TRUE(logger.says("TN-151"));
    EXPECT_EQ(cache->queryKeys(nullptr, 0), 0);
    EXPECT_TRUE(config->setTimingCache(*cache, false));
    EXPECT_EQ(config->getTimingCache(), cache.get());
}

TEST_F(Config, TimingCacheOfAnotherVersionIsNotUsed) {
    auto const cache = own(config->createTimingCache(nullptr, 0));
    auto const bytes = own(cache->serialize());
    std::string text(static_cast<char const*>(bytes->data()), bytes->size());
    text.replace(text.find("tenon 0."), 8, "tenon 7.");
    auto const foreign = own(config->createTimingCache(text.data(), text.size()));
    ASSERT_NE(foreign, nullptr);
    EXPECT_FALSE(config->setTimingCache(*foreign, true));
    EXPECT_TRUE(logger.says("by another version"));
    EXPECT_EQ(config->getTimingCache(), nullptr);
    EXPECT_FALSE(cache->combine(*foreign, true));
}

} // namespace

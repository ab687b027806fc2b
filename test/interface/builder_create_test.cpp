// SPDX-License-Identifier: Apache-2.0
// Creating builders, the process's logger and registry, error recorders.
#include "recorder.h"

#include <NvInferPlugin.h>

#include <dlfcn.h>
#include <gtest/gtest.h>

using namespace nvinfer1;
using test::own;

namespace {

TEST(Create, BuilderKeepsItsLogger) {
    test::Logger logger;
    auto const builder = own(createInferBuilder(logger));
    ASSERT_NE(builder, nullptr);
    EXPECT_EQ(builder->getLogger(), &logger);
    EXPECT_NE(getLogger(), nullptr); // the first of the process
    EXPECT_EQ(getInferLibVersion(), NV_TENSORRT_VERSION);
    EXPECT_EQ(getInferLibMajorVersion(), NV_TENSORRT_MAJOR);
    EXPECT_EQ(getInferLibBuildVersion(), NV_TENSORRT_BUILD);
}

TEST(Create, UnknownGenerationIsRefused) {
    test::Logger logger;
    EXPECT_EQ(createInferBuilder_INTERNAL(&logger, 70201), nullptr);
    EXPECT_TRUE(logger.says("TN-143"));
    EXPECT_TRUE(logger.says("70201"));
    delete static_cast<IBuilder*>(createInferBuilder_INTERNAL(&logger, 8601));
    delete static_cast<IBuilder*>(createInferBuilder_INTERNAL(&logger, 110100));
}

TEST(Create, ImplicitBatchAtLevel8NamesTheLineToChange) {
    test::Logger logger;
    auto const builder = own(static_cast<IBuilder*>(createInferBuilder_INTERNAL(&logger, 8601)));
    EXPECT_EQ(builder->createNetworkV2(0), nullptr);
    EXPECT_TRUE(logger.says("TN-144"));
    EXPECT_TRUE(logger.says("kEXPLICIT_BATCH"));
}

TEST(Create, RecorderGetsErrorsAndIsCounted) {
    test::Logger logger;
    test::Recorder recorder;
    {
        auto const builder = own(createInferBuilder(logger));
        builder->setErrorRecorder(&recorder);
        EXPECT_EQ(recorder.owners(), 1);
        EXPECT_FALSE(builder->setMaxThreads(0));
        ASSERT_EQ(recorder.getNbErrors(), 1);
        EXPECT_EQ(recorder.getErrorCode(0), ErrorCode::kINVALID_ARGUMENT);
        EXPECT_NE(std::string(recorder.getErrorDesc(0)).find("TN-142"), std::string::npos);
    }
    EXPECT_EQ(recorder.owners(), 0);
}

TEST(Create, RegistryIsEmptyUntilPluginsAreAdded) {
    test::Logger logger;
    auto const builder = own(createInferBuilder(logger));
    IPluginRegistry& registry = builder->getPluginRegistry();
    EXPECT_NE(&registry, getPluginRegistry()) << "one of its own";
    EXPECT_TRUE(registry.isParentSearchEnabled());
    int32_t count = 7;
    EXPECT_NE(registry.getAllCreators(&count), nullptr);
    EXPECT_EQ(count, 0);
    EXPECT_EQ(registry.getCreator("any", "1", ""), nullptr);
    EXPECT_EQ(registry.loadLibrary("/no/such/library.so"), nullptr);
    EXPECT_TRUE(initLibNvInferPlugins(&logger, ""));
    EXPECT_NE(getPluginRegistry()->getCreator("LReLU_TRT", "1", ""), nullptr);
    EXPECT_NE(registry.getCreator("LReLU_TRT", "1", ""), nullptr) << "asked of the process";
}

TEST(Create, PluginLibrariesGetALoggerFinder) {
    test::Logger logger;
    auto const builder = own(createInferBuilder(logger));
    ASSERT_EQ(getLogger(), &logger);
    IPluginRegistry::PluginLibraryHandle const handle = getPluginRegistry()->loadLibrary(TENON_TEST_FINDER);
    ASSERT_NE(handle, nullptr);
    EXPECT_TRUE(logger.says("the library found its logger", ILogger::Severity::kINFO));
    getPluginRegistry()->deregisterLibrary(handle);
}

TEST(Create, TheProcessForgetsALoggerWithItsLastObject) {
    {
        test::Logger logger;
        auto const builder = own(createInferBuilder(logger));
        auto const config = own(builder->createBuilderConfig());
        EXPECT_EQ(getLogger(), &logger);
    }
    ASSERT_NE(getLogger(), nullptr) << "a plugin may log at any time";
    testing::internal::CaptureStderr();
    getLogger()->log(ILogger::Severity::kWARNING, "said to nobody");
    getLogger()->log(ILogger::Severity::kINFO, "not worth printing");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "tenon: warning: said to nobody\n");
}

} // namespace

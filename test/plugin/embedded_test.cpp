// SPDX-License-Identifier: Apache-2.0
// Plugin libraries that travel in engines: in by setPluginsToSerialize(), out where the runtime allows it.
#include "session.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace test {
namespace {

/// y = 2 x by the plugin of a library (library/newer.cpp), which the engine holds.
std::string engineWithLibrary(std::string const& path = TENON_TEST_PLUGINS_NEWER) {
    Logger logger;
    auto const builder = own(createInferBuilder(logger));
    IPluginRegistry& registry = builder->getPluginRegistry();
    registry.loadLibrary(TENON_TEST_PLUGINS_NEWER);
    auto* const creator = static_cast<IPluginCreatorV3One*>(registry.getCreator("FromLibrary", "1", ""));
    EXPECT_NE(creator, nullptr) << logger.text();
    PluginFieldCollection const none{};
    auto const plugin = own(creator->createPlugin("p", &none, TensorRTPhase::kBUILD));
    auto const network = own(builder->createNetworkV2(0));
    ITensor* x = network->addInput("x", DataType::kFLOAT, shape({2}));
    ITensor* const y = network->addPluginV3(&x, 1, nullptr, 0, *plugin)->getOutput(0);
    y->setName("y");
    network->markOutput(*y);
    auto const config = own(builder->createBuilderConfig());
    config->setBuilderOptimizationLevel(0);
    char const* const paths[] = {path.c_str()};
    config->setPluginsToSerialize(paths, 1);
    auto const file = own(builder->buildSerializedNetwork(*network, *config));
    EXPECT_TRUE(file) << logger.text();
    return file ? std::string(static_cast<char const*>(file->data()), file->size()) : "";
}

struct Loader {
    bool load(std::string const& file) {
        engine = own(runtime->deserializeCudaEngine(file.data(), file.size()));
        return engine != nullptr;
    }
    Floats run() {
        auto const context = own(engine->createExecutionContext());
        float x[2 + 16] = {1, 2}, y[2 + 16] = {};
        bool const good =
            context->setTensorAddress("x", x) && context->setTensorAddress("y", y) && context->enqueueV3(nullptr);
        return good ? Floats(y, y + 2) : Floats();
    }
    Logger logger;
    std::unique_ptr<IRuntime> runtime = own(createInferRuntime(logger));
    std::unique_ptr<ICudaEngine> engine;
};

TEST(Embedded, AnEngineBringsItsLibraryWhereThatIsAllowed) {
    std::string const file = engineWithLibrary();
    std::string again;
    {
        Loader first, second;
        for (Loader* s : {&first, &second}) {
            s->runtime->setEngineHostCodeAllowed(true);
            ASSERT_TRUE(s->load(file)) << s->logger.text();
            EXPECT_EQ(s->run(), (Floats{2, 4})) << s->logger.text();
            EXPECT_EQ(s->logger.text(), "");
        }
        ASSERT_TRUE(first.load(file)) << "a second engine with the same library";
        EXPECT_EQ(first.run(), (Floats{2, 4})) << first.logger.text();
        EXPECT_EQ(first.logger.text(), "");
        auto const memory = own(first.engine->serialize());
        again.assign(static_cast<char const*>(memory->data()), memory->size());
    }
    Loader third;
    third.runtime->setEngineHostCodeAllowed(true);
    ASSERT_TRUE(third.load(again)) << "saved by an engine that was loaded\n" << third.logger.text();
    EXPECT_EQ(third.run(), (Floats{2, 4})) << third.logger.text();
}

TEST(Embedded, WithoutPermissionNothingOfItRuns) {
    std::string const file = engineWithLibrary();
    Loader s;
    EXPECT_FALSE(s.load(file));
    for (char const* part : {"TN-254", "not allowed to run", "libtest_plugins_newer.so",
                             "setEngineHostCodeAllowed(true)", "'FromLibrary' version '1'"})
        EXPECT_TRUE(s.logger.says(part)) << part << "\n" << s.logger.text();
    s.logger.clear();
    ASSERT_NE(s.runtime->getPluginRegistry().loadLibrary(TENON_TEST_PLUGINS_NEWER), nullptr);
    EXPECT_TRUE(s.load(file)) << "what it needs is there\n" << s.logger.text();
}

TEST(Embedded, NoFileIsLeftBehind) {
    std::filesystem::path const folder = std::filesystem::path(::testing::TempDir()) / "tenon_embedded";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    // Another file than in the other tests: one that is loaded already needs no file.
    std::filesystem::path const copy = folder / "copy.so";
    std::filesystem::copy_file(TENON_TEST_PLUGINS_NEWER, copy);
    std::ofstream(copy, std::ios::app) << "end";
    std::string const file = engineWithLibrary(copy);
    std::filesystem::remove(copy);
    auto bit = [](TempfileControlFlag flag) { return 1U << static_cast<uint32_t>(flag); };
    {
        Loader s;
        s.runtime->setEngineHostCodeAllowed(true);
        s.runtime->setTemporaryDirectory((folder / "nowhere").c_str());
        s.runtime->setTempfileControlFlags(bit(TempfileControlFlag::kALLOW_TEMPORARY_FILES));
        EXPECT_FALSE(s.load(file));
        EXPECT_TRUE(s.logger.says("TN-254") && s.logger.says("nowhere")) << s.logger.text();
        s.runtime->setTempfileControlFlags(0);
        EXPECT_FALSE(s.load(file));
        EXPECT_TRUE(s.logger.says("TempfileControlFlags that allow neither")) << s.logger.text();
        s.logger.clear();
        s.runtime->setTempfileControlFlags(bit(TempfileControlFlag::kALLOW_TEMPORARY_FILES));
        s.runtime->setTemporaryDirectory(folder.c_str());
        ASSERT_TRUE(s.load(file)) << s.logger.text();
        EXPECT_EQ(s.run(), (Floats{2, 4})) << s.logger.text();
        EXPECT_TRUE(std::filesystem::is_empty(folder));
    }
    std::filesystem::remove_all(folder);
}

TEST(EmbeddedDeathTest, AnEngineInAStaticVariableEndsOnce) {
    ::testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_EXIT(
        {
            static Loader loader; // its code goes with it
            loader.runtime->setEngineHostCodeAllowed(true);
            std::exit(loader.load(engineWithLibrary()) && loader.run() == Floats{2, 4} ? 0 : 3);
        },
        ::testing::ExitedWithCode(0), "");
}

TEST(Embedded, OneThatNamesTheStubsNeedsNoRunPath) {
    std::string const file = engineWithLibrary(TENON_TEST_PLUGINS_STUB);
    Loader s;
    s.runtime->setEngineHostCodeAllowed(true);
    ASSERT_TRUE(s.load(file)) << s.logger.text();
    EXPECT_EQ(s.run(), (Floats{2, 4})) << s.logger.text();
    EXPECT_EQ(s.logger.text(), "");
}

TEST(Embedded, ALibraryThatIsNotThereEndsTheBuild) {
    Shop shop({2});
    shop.output(*shop.network->addActivation(*shop.x, ActivationType::kRELU)->getOutput(0));
    char const* const paths[] = {"nope.so"};
    shop.config->setPluginsToSerialize(paths, 1);
    EXPECT_EQ(shop.build(), "");
    EXPECT_TRUE(shop.logger.says("TN-241")) << shop.logger.text();
    EXPECT_TRUE(shop.logger.says("'nope.so' cannot be put into the engine")) << shop.logger.text();
}

} // namespace
} // namespace test

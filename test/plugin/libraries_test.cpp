// SPDX-License-Identifier: Apache-2.0
// Plugin libraries: what they export, who registers, how long their code stays.
#include "session.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

namespace test {
namespace {

TEST(Libraries, OfBothExportsAndByThemselves) {
    Listener here;
    IPluginRegistry& registry = here.builder->getPluginRegistry();
    for (char const* path : {TENON_TEST_PLUGINS_OLDER, TENON_TEST_PLUGINS_NEWER}) {
        void* const library = registry.loadLibrary(path);
        ASSERT_NE(library, nullptr) << here.logger.text();
        EXPECT_NE(registry.getCreator("FromLibrary", "1"), nullptr) << here.logger.text();
        EXPECT_EQ(registry.loadLibrary(path), library) << "counted";
        registry.deregisterLibrary(library);
        EXPECT_NE(registry.getCreator("FromLibrary", "1"), nullptr);
        registry.deregisterLibrary(library);
        here.logger.clear();
        EXPECT_EQ(registry.getCreator("FromLibrary", "1"), nullptr);
    }
    here.logger.clear();
    void* const own = registry.loadLibrary(TENON_TEST_PLUGINS_OWN);
    ASSERT_NE(own, nullptr) << here.logger.text();
    EXPECT_NE(getPluginRegistry()->getCreator("FromLibrary", "1"), nullptr) << "it registered itself in the process";
    registry.deregisterLibrary(own);
    EXPECT_EQ(getPluginRegistry()->getCreator("FromLibrary", "1"), nullptr);
}

TEST(Libraries, MayBeLoadedAgainWhileTheirCodeIsKept) {
    Listener here;
    IPluginRegistry& registry = here.builder->getPluginRegistry();
    void* const kept = ::dlopen(TENON_TEST_PLUGINS_OWN, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(kept, nullptr) << ::dlerror();
    for (int round = 0; round < 3; ++round) {
        void* const own = registry.loadLibrary(TENON_TEST_PLUGINS_OWN);
        ASSERT_NE(own, nullptr) << here.logger.text();
        EXPECT_NE(getPluginRegistry()->getCreator("FromLibrary", "1"), nullptr) << round;
        registry.deregisterLibrary(own);
        EXPECT_EQ(getPluginRegistry()->getCreator("FromLibrary", "1"), nullptr) << round;
    }
    ::dlclose(kept);
    void* const fresh = registry.loadLibrary(TENON_TEST_PLUGINS_OWN); // its initializers run again
    ASSERT_NE(fresh, nullptr) << here.logger.text();
    EXPECT_NE(getPluginRegistry()->getCreator("FromLibrary", "1"), nullptr);
    registry.deregisterLibrary(fresh);
}

TEST(Libraries, ThatNameTheStubsNeedNoRunPath) {
    Listener listener;
    IPluginRegistry& registry = listener.builder->getPluginRegistry();
    EXPECT_NE(registry.loadLibrary(TENON_TEST_PLUGINS_STUB), nullptr) << listener.logger.text();
    EXPECT_NE(registry.getCreator("FromLibrary", "1", ""), nullptr) << listener.logger.text();
}

TEST(Libraries, ThatAreNoneAreExplained) {
    Listener here;
    IPluginRegistry& registry = here.builder->getPluginRegistry();
    EXPECT_EQ(registry.loadLibrary("nope.so"), nullptr);
    EXPECT_TRUE(here.logger.says("TN-241")) << here.logger.text();
    EXPECT_TRUE(here.logger.says("nope.so: cannot open shared object file")) << here.logger.text();
    here.logger.clear();
    EXPECT_EQ(registry.loadLibrary(TENON_TEST_PLUGINS_UNRESOLVED), nullptr);
    EXPECT_TRUE(here.logger.says("undefined symbol: tenonTestMissing")) << here.logger.text();
    here.logger.clear();
    EXPECT_EQ(registry.loadLibrary(TENON_TEST_PLUGINS_NONE), nullptr);
    EXPECT_TRUE(here.logger.says("is not a plugin library")) << here.logger.text();
    EXPECT_TRUE(here.logger.says("getCreators")) << here.logger.text();
    here.logger.clear();
    EXPECT_EQ(registry.loadLibrary(nullptr), nullptr);
    registry.deregisterLibrary(&here);
    EXPECT_TRUE(here.logger.says("none that loadLibrary() of this registry gave")) << here.logger.text();
}

TEST(Libraries, StayWhileAPluginOfTheirsIsAlive) {
    Listener here;
    std::string file;
    auto const runtime = own(createInferRuntime(here.logger));
    IPluginRegistry& registry = runtime->getPluginRegistry();
    void* const library = registry.loadLibrary(TENON_TEST_PLUGINS_NEWER);
    ASSERT_NE(library, nullptr) << here.logger.text();
    {
        auto* const creator = static_cast<IPluginCreatorV3One*>(registry.getCreator("FromLibrary", "1"));
        PluginFieldCollection const none{};
        std::unique_ptr<IPluginV3> const plugin(creator->createPlugin("p", &none, TensorRTPhase::kBUILD));
        Shop shop({2});
        shop.output(*shop.add(*plugin, *shop.x).getOutput(0));
        file = shop.build();
        ASSERT_NE(file, "") << shop.logger.text();
    }
    auto const engine = own(runtime->deserializeCudaEngine(file.data(), file.size()));
    ASSERT_TRUE(engine) << here.logger.text();
    registry.deregisterLibrary(library);
    auto const context = own(engine->createExecutionContext());
    Catcher y;
    float x[2 + 16] = {1, 2};
    ASSERT_TRUE(context->setInputTensorAddress("x", x) && context->setOutputAllocator("y", &y) &&
                context->enqueueV3(nullptr))
        << here.logger.text();
    EXPECT_EQ(y.as<float>(), (Floats{2, 4}));
}

bool isOpen(char const* path) {
    void* const handle = ::dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
    if (handle != nullptr)
        ::dlclose(handle);
    return handle != nullptr;
}

/// The file of an engine with the plugin of a name between input and output.
std::string fileWith(Shop& shop, char const* name) {
    PluginFieldCollection const none{};
    IPluginCreatorInterface* const creator = getPluginRegistry()->getCreator(name, "1");
    EXPECT_NE(creator, nullptr);
    if (std::string(name) == "KeptOlder") {
        IPluginV2* const plugin = static_cast<IPluginCreator*>(creator)->createPlugin("p", &none);
        shop.output(shop.add(*plugin, *shop.x));
        plugin->destroy();
    } else {
        auto* const newer = static_cast<IPluginCreatorV3One*>(creator);
        std::unique_ptr<IPluginV3> const plugin(newer->createPlugin("p", &none, TensorRTPhase::kBUILD));
        shop.output(*shop.add(*plugin, *shop.x).getOutput(0));
    }
    return shop.build();
}

enum class Leaving { kDeregistered, kRegistryEnded, kClosed };

TEST(Libraries, ThatRegisterThemselvesStayWhileAPluginOfTheirsIsAlive) {
    char const* const path = TENON_TEST_PLUGINS_KEPT;
    for (Leaving const way : {Leaving::kDeregistered, Leaving::kRegistryEnded, Leaving::kClosed})
        for (char const* name : {"Kept", "KeptOlder"}) {
            Listener here;
            auto shop = std::make_unique<Shop>(std::vector<int64_t>{2});
            IPluginRegistry& registry =
                way == Leaving::kRegistryEnded ? shop->builder->getPluginRegistry() : *getPluginRegistry();
            void* const library =
                way == Leaving::kClosed ? ::dlopen(path, RTLD_NOW | RTLD_LOCAL) : registry.loadLibrary(path);
            ASSERT_NE(library, nullptr) << here.logger.text();
            std::string const file = fileWith(*shop, name);
            ASSERT_NE(file, "") << shop->logger.text();
            auto loaded = std::make_unique<Loaded>(file);
            ASSERT_TRUE(loaded->engine) << loaded->logger.text();
            if (way == Leaving::kDeregistered)
                registry.deregisterLibrary(library);
            if (way == Leaving::kClosed)
                ::dlclose(library);
            shop.reset();
            ASSERT_TRUE(isOpen(path)) << "the engine needs it";
            EXPECT_EQ(loaded->floats({2}, {1, 2}), (Floats{2, 4})) << loaded->logger.text();
            loaded->context = own(loaded->engine->createExecutionContext());
            EXPECT_EQ(loaded->floats({2}, {3, 4}), (Floats{6, 8})) << loaded->logger.text();
            loaded.reset();
            EXPECT_FALSE(isOpen(path));
            here.logger.clear();
            EXPECT_EQ(getPluginRegistry()->getCreator(name, "1"), nullptr);
        }
}

TEST(Libraries, OfTwoRegistriesLeaveWithTheLast) {
    Listener first, second;
    void* const here = first.builder->getPluginRegistry().loadLibrary(TENON_TEST_PLUGINS_KEPT);
    void* const there = second.builder->getPluginRegistry().loadLibrary(TENON_TEST_PLUGINS_KEPT);
    ASSERT_TRUE(here != nullptr && there != nullptr) << first.logger.text();
    first.builder->getPluginRegistry().deregisterLibrary(here);
    EXPECT_NE(getPluginRegistry()->getCreator("Kept", "1"), nullptr) << "the second has it";
    second.builder->getPluginRegistry().deregisterLibrary(there);
    EXPECT_EQ(getPluginRegistry()->getCreator("Kept", "1"), nullptr);
    EXPECT_FALSE(isOpen(TENON_TEST_PLUGINS_KEPT));
}

TEST(Libraries, WhoseCreatorsAreAllLinkedAlreadyAreLoaded) {
    Listener here;
    {
        Registered<CreatorV3<ScaleNewest>> const linked("Kept");
        Registered<CreatorV2<ScaleDynamic>> const older("KeptOlder", "");
        void* const outside = ::dlopen(TENON_TEST_PLUGINS_KEPT, RTLD_NOW | RTLD_LOCAL); // initializers run here
        for (int round = 0; round < 3; ++round) {
            void* const library = getPluginRegistry()->loadLibrary(TENON_TEST_PLUGINS_KEPT); // and here from round 1 on
            ASSERT_NE(library, nullptr) << here.logger.text();
            EXPECT_EQ(getPluginRegistry()->getCreator("Kept", "1"), &linked.creator) << "the first one stays";
            getPluginRegistry()->deregisterLibrary(library);
            if (round == 0) {
                ::dlclose(outside);
                here.logger.clear();
            }
        }
        EXPECT_TRUE(here.logger.says("TN-243")) << here.logger.text();
        EXPECT_EQ(here.logger.text(ILogger::Severity::kERROR), "");
        EXPECT_EQ(getPluginRegistry()->getCreator("Kept", "1"), &linked.creator);
    }
    void* const library = getPluginRegistry()->loadLibrary(TENON_TEST_PLUGINS_KEPT);
    ASSERT_NE(library, nullptr) << here.logger.text();
    EXPECT_NE(getPluginRegistry()->getCreator("Kept", "1"), nullptr) << "now its own";
    getPluginRegistry()->deregisterLibrary(library);
}

TEST(Libraries, WhoseExportThrowsAreNamed) {
    Listener here;
    EXPECT_EQ(getPluginRegistry()->loadLibrary(TENON_TEST_PLUGINS_THROWING), nullptr);
    for (char const* part : {"TN-241", TENON_TEST_PLUGINS_THROWING, "getCreators()", "another type"})
        EXPECT_TRUE(here.logger.says(part)) << part << "\n" << here.logger.text();
    EXPECT_FALSE(isOpen(TENON_TEST_PLUGINS_THROWING));
}

} // namespace
} // namespace test

// SPDX-License-Identifier: Apache-2.0
// Registries, plugin libraries and resources.
#include "session.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <thread>

namespace test {
namespace {

/// Messages of the process's registry go to the oldest logger that is alive.
struct Listener {
    Listener() : builder(own(createInferBuilder(logger))) {}
    Logger logger;
    std::unique_ptr<IBuilder> builder;
};

TEST(Registry, FindsByNameVersionAndNamespace) {
    Listener here;
    Registered<CreatorV2<ScaleDynamic>> const plain("Scale", ""), spaced("Scale", "acme", 10);
    IPluginRegistry& registry = *getPluginRegistry();
    EXPECT_EQ(registry.getPluginCreator("Scale", "1"), &plain.creator);
    EXPECT_EQ(registry.getCreator("Scale", "1", "acme"), &spaced.creator);
    EXPECT_EQ(here.logger.text(), "");
    EXPECT_EQ(registry.getCreator("Scale", "2", "acme"), nullptr);
    EXPECT_TRUE(here.logger.says("'Scale' version '1' in namespace 'acme' (differs in the version)"))
        << here.logger.text();
    here.logger.clear();
    EXPECT_EQ(registry.getCreator("Scale", "1", "ACME"), nullptr);
    EXPECT_TRUE(here.logger.says("differs in the namespace")) << here.logger.text();
    here.logger.clear();
    EXPECT_EQ(registry.getCreator("ns::Scale", "1"), nullptr);
    EXPECT_TRUE(here.logger.says("differs in the prefix of the name")) << here.logger.text();
    int32_t count = 0;
    IPluginCreator* const* const list = registry.getPluginCreatorList(&count);
    ASSERT_GE(count, 2);
    EXPECT_EQ(list[count - 1], &spaced.creator);
}

TEST(Registry, ACreatorKeepsTheNamespaceThatItTells) {
    struct Own : CreatorV2<ScaleDynamic> {
        using CreatorV2::CreatorV2;
        char const* getPluginNamespace() const noexcept override { return "own"; }
    } creator("Scale", "");
    Listener here;
    IPluginRegistry& registry = *getPluginRegistry();
    ASSERT_TRUE(registry.registerCreator(creator, ""));
    EXPECT_EQ(registry.getCreator("Scale", "1", "own"), &creator);
    EXPECT_EQ(registry.getCreator("Scale", "1", ""), nullptr);
    EXPECT_TRUE(registry.deregisterCreator(creator));
}

TEST(Registry, KeepsTheFirstOfTwo) {
    Listener here;
    Registered<CreatorV2<ScaleDynamic>> const first("Scale", "");
    CreatorV2<ScaleDynamic> second("Scale", "");
    EXPECT_FALSE(getPluginRegistry()->registerCreator(second, ""));
    EXPECT_TRUE(here.logger.says("TN-243")) << here.logger.text();
    EXPECT_EQ(getPluginRegistry()->getCreator("Scale", "1"), &first.creator);
    EXPECT_FALSE(getPluginRegistry()->deregisterCreator(second));
}

TEST(Registry, RefusesNewerInterfaces) {
    struct Newer : CreatorV3<ScaleNewest> {
        using CreatorV3::CreatorV3;
        InterfaceInfo getInterfaceInfo() const noexcept override { return {"PLUGIN CREATOR_V3ONE", 2, 0}; }
        IPluginV3* createPlugin(char const*, PluginFieldCollection const*, TensorRTPhase) noexcept override {
            std::abort();
        }
        char const* getPluginName() const noexcept override { std::abort(); }
    } newer("Newer");
    Listener here;
    EXPECT_FALSE(getPluginRegistry()->registerCreator(newer, ""));
    EXPECT_TRUE(here.logger.says("TN-242")) << here.logger.text();
    EXPECT_TRUE(here.logger.says("PLUGIN CREATOR_V3ONE version 2.0")) << here.logger.text();
}

TEST(Registry, OfABuilderAsksTheProcess) {
    Listener here;
    Registered<CreatorV2<ScaleDynamic>> const inProcess("Scale", "");
    CreatorV3<ScaleNewest> local("ScaleV3");
    IPluginRegistry& registry = here.builder->getPluginRegistry();
    EXPECT_TRUE(registry.registerCreator(local, ""));
    EXPECT_FALSE(registry.registerCreator(local, "")) << "it is there";
    EXPECT_EQ(registry.getCreator("ScaleV3", "1"), &local);
    EXPECT_EQ(registry.getCreator("Scale", "1"), &inProcess.creator);
    EXPECT_EQ(getPluginRegistry()->getCreator("ScaleV3", "1"), nullptr);
    int32_t own = 0, all = 0;
    registry.getAllCreators(&own);
    registry.getAllCreatorsRecursive(&all);
    EXPECT_EQ(own, 1);
    EXPECT_GE(all, 2);
    registry.setParentSearchEnabled(false);
    EXPECT_EQ(registry.getCreator("Scale", "1"), nullptr);
    registry.setParentSearchEnabled(true);
}

TEST(Registry, NamespacesSurviveCloneAndReload) {
    Listener here;
    Registered<CreatorV2<ScaleDynamic>> const plain("Scale", ""), spaced("Scale", "acme", 10);
    tenon::setHostPlugin("Scale", "1");
    tenon::setHostPlugin("Scale", "1", "acme");
    float const alpha = 2;
    PluginField const field("alpha", &alpha, PluginFieldType::kFLOAT32, 1);
    PluginFieldCollection const fields{1, &field};
    for (char const* space : {"", "acme"}) {
        auto* const creator = getPluginRegistry()->getPluginCreator("Scale", "1", space);
        ASSERT_NE(creator, nullptr);
        IPluginV2* const plugin = creator->createPlugin("scale", &fields);
        Shop shop({2});
        shop.output(shop.add(*plugin, *shop.x));
        plugin->destroy();
        Loaded loaded(shop.build());
        ASSERT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
        EXPECT_EQ(loaded.floats({2}, {1, 2}), *space == 0 ? (Floats{2, 4}) : (Floats{20, 40}));
    }
}

/// Writes four bytes more, or fewer, than it announces.
template <int kMore>
class Liar final : public ScaleV2<IPluginV2DynamicExt, Liar<kMore>> {
public:
    using ScaleV2<IPluginV2DynamicExt, Liar<kMore>>::ScaleV2;
    char const* getPluginType() const noexcept override { return "Liar"; }
    DataType getOutputDataType(int32_t, DataType const* in, int32_t) const noexcept override { return in[0]; }
    DimsExprs getOutputDimensions(int32_t, DimsExprs const* in, int32_t, IExprBuilder&) noexcept override {
        return in[0];
    }
    bool supportsFormatCombination(int32_t, PluginTensorDesc const*, int32_t, int32_t) noexcept override {
        return true;
    }
    void configurePlugin(DynamicPluginTensorDesc const*, int32_t, DynamicPluginTensorDesc const*,
                         int32_t) noexcept override {}
    size_t getWorkspaceSize(PluginTensorDesc const*, int32_t, PluginTensorDesc const*,
                            int32_t) const noexcept override {
        return 0;
    }
    int32_t enqueue(PluginTensorDesc const*, PluginTensorDesc const*, void const* const*, void* const*, void*,
                    cudaStream_t) noexcept override {
        return 0;
    }
    void serialize(void* buffer) const noexcept override { std::memset(buffer, 3, sizeof(ScaleState) + kMore); }
};

template <int kMore>
std::string textOfLiar() {
    Liar<kMore> plugin({1, 0});
    tenon::setHostPlugin("Liar", "1");
    Shop shop({2});
    shop.output(shop.add(plugin, *shop.x));
    EXPECT_EQ(shop.build(), "");
    return shop.logger.text();
}

TEST(State, HasTheSizeThatWasAnnounced) {
    std::string const more = textOfLiar<4>(), fewer = textOfLiar<-4>();
    EXPECT_NE(more.find("TN-248"), std::string::npos) << more;
    EXPECT_NE(more.find("given: 12 bytes"), std::string::npos) << more;
    EXPECT_NE(fewer.find("given: 4 bytes"), std::string::npos) << fewer;
}

class Shared final : public IPluginResource {
public:
    int32_t release() noexcept override { return --*alive, 0; }
    IPluginResource* clone() noexcept override {
        auto* const made = new Shared;
        made->alive = alive;
        ++*alive;
        return made;
    }
    int* alive = nullptr;
};

TEST(Resources, AreClonedOnceAndReleasedWithTheLastUser) {
    Listener here;
    int alive = 0;
    Shared original;
    original.alive = &alive;
    IPluginRegistry& registry = *getPluginRegistry();
    IPluginResource* const first = registry.acquirePluginResource("key", &original);
    EXPECT_NE(first, nullptr);
    EXPECT_NE(first, &original);
    EXPECT_EQ(registry.acquirePluginResource("key", &original), first);
    EXPECT_EQ(registry.acquirePluginResource("key", nullptr), first);
    EXPECT_EQ(alive, 1);
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(registry.releasePluginResource("key"), 0);
    EXPECT_EQ(alive, 0);
    EXPECT_EQ(registry.releasePluginResource("key"), -1);
    EXPECT_TRUE(here.logger.says("TN-251")) << here.logger.text();
    EXPECT_EQ(registry.acquirePluginResource("key", nullptr), nullptr);
}

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

TEST(Registry, ServesManyThreads) {
    std::vector<std::thread> threads;
    std::atomic<int> wrong{0};
    for (int t = 0; t < 8; ++t)
        threads.emplace_back([&, t] {
            std::string const space = "thread" + std::to_string(t);
            for (int i = 0; i < 200; ++i) {
                Registered<CreatorV2<ScaleDynamic>> const creator("Scale", space.c_str());
                if (getPluginRegistry()->getCreator("Scale", "1", space.c_str()) != &creator.creator)
                    ++wrong;
            }
        });
    for (auto& t : threads)
        t.join();
    EXPECT_EQ(wrong, 0);
}

} // namespace
} // namespace test

// SPDX-License-Identifier: Apache-2.0
// Registries and resources.
#include "session.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <thread>

namespace test {
namespace {

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
    EXPECT_TRUE(here.logger.says("PLUGIN CREATOR_V3ONE up to version 1")) << here.logger.text();
}

TEST(Plugin, OfANewerInterfaceIsRefused) {
    struct Newer final : ScaleNewest {
        using ScaleNewest::ScaleNewest;
        IPluginV3* clone() noexcept override { return new Newer(*this); }
        InterfaceInfo getInterfaceInfo() const noexcept override { return {"PLUGIN_V3ONE_CORE", 9, 0}; }
    } newer({1, 0});
    Shop shop({2});
    ITensor* const inputs[] = {shop.x};
    EXPECT_EQ(shop.network->addPluginV3(inputs, 1, nullptr, 0, newer), nullptr);
    for (char const* part : {"TN-242", "PLUGIN_V3ONE_CORE version 9", "PLUGIN_V3ONE_CORE up to version 1"})
        EXPECT_TRUE(shop.logger.says(part)) << part << "\n" << shop.logger.text();
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

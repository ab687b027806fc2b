// SPDX-License-Identifier: Apache-2.0
// The names of a plugin after clones, saves and loads, also where its own methods lose them; and many threads that
// make, clone and end plugins that log.
#include "session.h"

#include <gtest/gtest.h>

#include <thread>

namespace test {
namespace {

/// y = factor * alpha * x. What it tells of its namespace may be wrong.
enum class Twin { kGood, kCloneForgets, kTellsNull };

class Spaced final : public ScaleV2<IPluginV2DynamicExt, Spaced> {
public:
    Spaced(ScaleState state, Twin twin) : ScaleV2(state), mTwin(twin) {}
    char const* getPluginType() const noexcept override { return "Spaced"; }
    IPluginV2DynamicExt* clone() const noexcept override {
        auto* const out = new Spaced(*this);
        if (mTwin == Twin::kCloneForgets)
            out->mSpace.clear();
        return out;
    }
    char const* getPluginNamespace() const noexcept override {
        return mTwin == Twin::kTellsNull ? nullptr : mSpace.c_str();
    }
    DataType getOutputDataType(int32_t, DataType const* in, int32_t) const noexcept override { return in[0]; }
    DimsExprs getOutputDimensions(int32_t, DimsExprs const* in, int32_t, IExprBuilder&) noexcept override {
        return in[0];
    }
    bool supportsFormatCombination(int32_t position, PluginTensorDesc const* all, int32_t, int32_t) noexcept override {
        return isPlainFloat(all[position].type, all[position].format);
    }
    void configurePlugin(DynamicPluginTensorDesc const*, int32_t, DynamicPluginTensorDesc const*,
                         int32_t) noexcept override {}
    size_t getWorkspaceSize(PluginTensorDesc const*, int32_t, PluginTensorDesc const*,
                            int32_t) const noexcept override {
        return 0;
    }
    int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const*, void const* const* inputs,
                    void* const* outputs, void*, cudaStream_t) noexcept override {
        scale(mState, inputs[0], outputs[0], volume(in[0].dims));
        return 0;
    }

private:
    Twin mTwin;
};

class SpacedCreator final : public IPluginCreator {
public:
    SpacedCreator(char const* space, float factor, Twin twin) : mSpace(space), mFactor(factor), mTwin(twin) {
        tenon::setHostPlugin("Spaced", "1", space);
    }
    char const* getPluginName() const noexcept override { return "Spaced"; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    PluginFieldCollection const* getFieldNames() noexcept override { return &mNone; }
    IPluginV2* createPlugin(char const*, PluginFieldCollection const* fields) noexcept override {
        ScaleState state = stateOf(*fields);
        state.alpha *= mFactor;
        return named(new Spaced(state, mTwin));
    }
    IPluginV2* deserializePlugin(char const*, void const* data, size_t) noexcept override {
        ScaleState state;
        std::memcpy(&state, data, sizeof(state));
        return named(new Spaced(state, mTwin));
    }
    void setPluginNamespace(char const*) noexcept override {}
    char const* getPluginNamespace() const noexcept override { return mSpace.c_str(); }

private:
    Spaced* named(Spaced* plugin) const {
        plugin->setPluginNamespace(mSpace.c_str());
        return plugin;
    }
    std::string mSpace;
    float mFactor;
    Twin mTwin;
    PluginFieldCollection mNone{};
};

/// Two profiles, for each of which the plugin is configured.
Floats run(IPluginV2& plugin, std::string& text) {
    Shop shop({-1});
    IOptimizationProfile* const second = shop.builder->createOptimizationProfile();
    second->setDimensions("x", OptProfileSelector::kMIN, shape({2}));
    second->setDimensions("x", OptProfileSelector::kOPT, shape({20}));
    second->setDimensions("x", OptProfileSelector::kMAX, shape({200}));
    shop.config->addOptimizationProfile(second);
    shop.config->setBuilderOptimizationLevel(1);
    shop.output(shop.add(plugin, *shop.x));
    Loaded loaded(shop.build());
    Floats const y = loaded.engine ? loaded.floats({2}, {1, 2}) : Floats();
    text = shop.logger.text() + loaded.logger.text();
    if (loaded.engine) {
        auto const again = own(loaded.engine->serialize());
        Loaded second(std::string(static_cast<char const*>(again->data()), again->size()));
        EXPECT_EQ(second.engine ? second.floats({2}, {1, 2}) : Floats(), y);
    }
    return y;
}

TEST(Names, TheNamespaceSurvives) {
    for (Twin const twin : {Twin::kGood, Twin::kCloneForgets, Twin::kTellsNull}) {
        Registered<SpacedCreator> const plain("", 1.0F, twin), acme("acme", 10.0F, twin);
        float const alpha = 2;
        PluginField const field("alpha", &alpha, PluginFieldType::kFLOAT32, 1);
        PluginFieldCollection const fields{1, &field};
        for (char const* space : {"", "acme"}) {
            IPluginV2* const plugin =
                getPluginRegistry()->getPluginCreator("Spaced", "1", space)->createPlugin("p", &fields);
            std::string text;
            Floats const y = run(*plugin, text);
            plugin->destroy();
            bool const lost = *space != 0 && twin == Twin::kCloneForgets; // null counts as ""
            Floats const wanted = *space == 0 ? Floats{2, 4} : Floats{20, 40};
            EXPECT_EQ(y, wanted) << static_cast<int>(twin) << " '" << space << "'\n" << text;
            EXPECT_EQ(text.empty(), !lost) << static_cast<int>(twin) << " '" << space << "'\n" << text;
            EXPECT_EQ(text.find("clone() of the plugin 'Spaced' version '1' in namespace 'acme' gave a copy in "
                                "namespace ''") != std::string::npos,
                      lost)
                << text;
        }
    }
}

TEST(Names, ManyThreadsMakeCloneAndEndPluginsThatLog) {
    Registered<SpacedCreator> const creator("", 1.0F, Twin::kGood);
    Logger logger;
    auto const builder = own(createInferBuilder(logger));
    std::vector<std::thread> threads;
    std::atomic<int> good{0};
    for (int t = 0; t < 8; ++t)
        threads.emplace_back([&] {
            PluginFieldCollection const none{};
            for (int i = 0; i < 1000; ++i) {
                IPluginV2* const plugin =
                    getPluginRegistry()->getPluginCreator("Spaced", "1", "")->createPlugin("p", &none);
                IPluginV2* const clone = plugin->clone();
                plugin->destroy();
                builder->getLogger()->log(ILogger::Severity::kINFO, clone->getPluginType());
                getLogger()->log(ILogger::Severity::kVERBOSE, "one more");
                clone->destroy();
                ++good;
            }
        });
    for (auto& t : threads)
        t.join();
    EXPECT_EQ(good, 8000);
}

} // namespace
} // namespace test

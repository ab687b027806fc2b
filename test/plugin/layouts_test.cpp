// SPDX-License-Identifier: Apache-2.0
// Formats of plugins: what they are offered, what they then get, and what stands around them in the engine.
#include "session.h"

#include <gtest/gtest.h>

namespace test {
namespace {

constexpr int32_t kChannels = 16, kExtent = 6;
constexpr size_t kCount = size_t{kChannels} * kExtent * kExtent;

/// y = x + the number of the channel, in the order of elements that it is told.
class AddChannel final : public ScaleNewest {
public:
    explicit AddChannel(TensorFormat format, bool step = true) : ScaleNewest({1, 0}), mFormat(format), mStep(step) {}
    IPluginV3* clone() noexcept override { return new AddChannel(mFormat, mStep); }
    IPluginV3* attachToContext(IPluginResourceContext*) noexcept override { return clone(); }
    char const* getPluginName() const noexcept override { return "AddChannel"; }
    bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* all, int32_t,
                                   int32_t) noexcept override {
        return all[position].desc.type == DataType::kFLOAT && all[position].desc.format == mFormat;
    }
    int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const* out, void const* const* inputs,
                    void* const* outputs, void*, cudaStream_t) noexcept override {
        int64_t const channels = in[0].dims.d[1], pixels = in[0].dims.d[2] * in[0].dims.d[3];
        int64_t const group = in[0].format == TensorFormat::kCHW16  ? 16
                              : in[0].format == TensorFormat::kCHW4 ? 4
                              : in[0].format == TensorFormat::kHWC  ? channels
                                                                    : 1;
        auto const* const x = static_cast<float const*>(inputs[0]);
        auto* const y = static_cast<float*>(outputs[0]);
        for (int64_t i = 0; i < channels * pixels; ++i) {
            int64_t const channel = i / (pixels * group) * group + i % group;
            y[i] = x[i] + static_cast<float>(mStep ? channel : 0);
        }
        return in[0].format == out[0].format ? 0 : 3;
    }

private:
    TensorFormat mFormat;
    bool mStep;
};

struct AddChannelCreator final : CreatorV3<ScaleNewest> {
    AddChannelCreator(TensorFormat format, bool step) : CreatorV3("AddChannel"), mFormat(format), mStep(step) {}
    IPluginV3* createPlugin(char const*, PluginFieldCollection const*, TensorRTPhase) noexcept override {
        return new AddChannel(mFormat, mStep);
    }
    TensorFormat mFormat;
    bool mStep;
};

Floats numbers() {
    Floats out(kCount);
    for (size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<float>(i % 7) - 3;
    return out;
}

/// conv -> plugin, where there is one -> conv, all of them with 16 channels.
struct Sandwich {
    explicit Sandwich(IPluginV3* plugin) : shop({1, kChannels, kExtent, kExtent}), weights(kChannels * kChannels * 9) {
        for (size_t i = 0; i < weights.size(); ++i)
            weights[i] = static_cast<float>(i % 5) - 2;
        shop.config->setProfilingVerbosity(ProfilingVerbosity::kDETAILED);
        ITensor* at = conv(*shop.x);
        if (plugin != nullptr)
            at = shop.add(*plugin, *at).getOutput(0);
        shop.output(*conv(*at));
        loaded = std::make_unique<Loaded>(shop.build());
    }
    ITensor* conv(ITensor& x) {
        Weights const kernel{DataType::kFLOAT, weights.data(), static_cast<int64_t>(weights.size())};
        IConvolutionLayer* const layer = shop.network->addConvolutionNd(x, kChannels, Dims{2, {3, 3}}, kernel,
                                                                        Weights{DataType::kFLOAT, nullptr, 0});
        layer->setPaddingNd(Dims{2, {1, 1}});
        return layer->getOutput(0);
    }
    int reformats() const {
        auto const inspector = own(loaded->engine->createEngineInspector());
        std::string const text = inspector->getEngineInformation(LayerInformationFormat::kONELINE);
        int count = 0;
        for (size_t at = text.find("LayerType: reorder"); at != std::string::npos;
             at = text.find("LayerType: reorder", at + 1))
            ++count;
        return count;
    }
    Floats run() const { return loaded->floats({1, kChannels, kExtent, kExtent}, numbers()); }
    std::string text() const { return shop.logger.text() + loaded->logger.text(); }

    Shop shop;
    std::vector<float> weights;
    std::unique_ptr<Loaded> loaded;
};

TEST(Layouts, OneThatDoesNotCareCostsNoConversion) {
    Registered<AddChannelCreator> const creator(TensorFormat::kLINEAR, false);
    tenon::setHostPlugin("AddChannel", "1");
    Sandwich const without(nullptr);
    ASSERT_TRUE(without.loaded->engine) << without.text();
    AddChannel plugin(TensorFormat::kLINEAR, false);
    {
        Sandwich const caring(&plugin);
        ASSERT_TRUE(caring.loaded->engine) << caring.text();
        EXPECT_GT(caring.reformats(), without.reformats()) << "it wants rows, the convolutions do not";
        EXPECT_EQ(caring.run(), without.run()) << caring.text();
    }
    tenon::setPluginTraits("AddChannel", "1", "", tenon::kLAYOUT_AGNOSTIC);
    Sandwich const with(&plugin);
    tenon::setPluginTraits("AddChannel", "1", "", 0);
    ASSERT_TRUE(with.loaded->engine) << with.text();
    EXPECT_EQ(with.reformats(), without.reformats());
    EXPECT_EQ(with.run(), without.run()) << with.text();
    EXPECT_EQ(with.run().size(), kCount);
}

TEST(Layouts, OneThatTakesTheFormatOfItsNeighboursCostsNoConversion) {
    Registered<AddChannelCreator> const creator(TensorFormat::kCHW16, false);
    tenon::setHostPlugin("AddChannel", "1");
    Sandwich const without(nullptr);
    AddChannel plugin(TensorFormat::kCHW16, false);
    Sandwich const with(&plugin);
    ASSERT_TRUE(with.loaded->engine && without.loaded->engine) << with.text() << without.text();
    EXPECT_EQ(with.reformats(), without.reformats());
    EXPECT_EQ(with.run(), without.run()) << with.text();
}

TEST(Layouts, ElementsLieAsTheFormatSays) {
    for (TensorFormat const format :
         {TensorFormat::kLINEAR, TensorFormat::kHWC, TensorFormat::kCHW4, TensorFormat::kCHW16}) {
        Registered<AddChannelCreator> const creator(format, true);
        tenon::setHostPlugin("AddChannel", "1");
        AddChannel plugin(format);
        Shop shop({1, kChannels, kExtent, kExtent});
        shop.output(*shop.add(plugin, *shop.x).getOutput(0));
        Loaded loaded(shop.build());
        ASSERT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
        Floats wanted = numbers();
        for (size_t i = 0; i < wanted.size(); ++i)
            wanted[i] += static_cast<float>(i / (kExtent * kExtent));
        EXPECT_EQ(loaded.floats({1, kChannels, kExtent, kExtent}, numbers()), wanted)
            << static_cast<int>(format) << loaded.logger.text();
    }
}

TEST(Layouts, GroupsThatDoNotComeOutEvenAreNotOffered) {
    AddChannel plugin(TensorFormat::kCHW4);
    tenon::setHostPlugin("AddChannel", "1");
    Shop shop({1, 3, 2, 2});
    shop.output(*shop.add(plugin, *shop.x).getOutput(0));
    EXPECT_EQ(shop.build(), "");
    std::string const text = shop.logger.text();
    EXPECT_NE(text.find("TN-245"), std::string::npos) << text;
    EXPECT_NE(text.find("f32/kHWC refused"), std::string::npos) << text;
    EXPECT_EQ(text.find("kCHW4 "), std::string::npos) << text;
}

/// Does not look at formats, as many plugins do not.
class Careless final : public ScaleNewest {
public:
    Careless() : ScaleNewest({2, 0}) {}
    IPluginV3* clone() noexcept override { return new Careless; }
    IPluginV3* attachToContext(IPluginResourceContext*) noexcept override { return clone(); }
    char const* getPluginName() const noexcept override { return "Careless"; }
    bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* all, int32_t, int32_t) override {
        return all[position].desc.type == DataType::kFLOAT;
    }
    int32_t onShapeChange(PluginTensorDesc const* in, int32_t count, PluginTensorDesc const* out,
                          int32_t outputs) noexcept override {
        ScaleNewest::onShapeChange(in, count, out, outputs);
        return in[0].format == TensorFormat::kLINEAR && out[0].format == TensorFormat::kLINEAR ? 0 : 5;
    }
};

TEST(Layouts, OneThatDoesNotLookAtFormatsGetsRows) {
    struct CarelessCreator : CreatorV3<ScaleNewest> {
        CarelessCreator() : CreatorV3("Careless") {}
        IPluginV3* createPlugin(char const*, PluginFieldCollection const*, TensorRTPhase) noexcept override {
            return new Careless;
        }
    };
    Registered<CarelessCreator> const creator;
    tenon::setHostPlugin("Careless", "1");
    Careless plugin;
    Sandwich const with(&plugin);
    ASSERT_TRUE(with.loaded->engine) << with.text();
    EXPECT_EQ(with.run().size(), kCount) << with.text();
}

} // namespace
} // namespace test

// SPDX-License-Identifier: Apache-2.0
// Types that plugins accept and refuse.
#include "session.h"

#include <gtest/gtest.h>

#include <functional>

namespace test {
namespace {

/// Copies bytes; accepts what the function says.
class Picky final : public ScaleNewest {
public:
    using Accepts = std::function<bool(int32_t, DynamicPluginTensorDesc const*)>;
    Picky(Accepts accepts, std::vector<DataType> outputs)
        : ScaleNewest({1, 0}), mAccepts(std::move(accepts)), mOutputs(std::move(outputs)) {}
    IPluginV3* clone() noexcept override { return new Picky(mAccepts, mOutputs); }
    IPluginV3* attachToContext(IPluginResourceContext*) noexcept override { return clone(); }
    char const* getPluginName() const noexcept override { return "Picky"; }
    int32_t getOutputDataTypes(DataType* out, int32_t, DataType const* in, int32_t) const noexcept override {
        out[0] = mOutputs.empty() ? in[0] : mOutputs[0];
        return 0;
    }
    bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* all, int32_t,
                                   int32_t) noexcept override {
        ++counts.asked;
        return mAccepts(position, all);
    }
    int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const* out, void const* const* inputs,
                    void* const* outputs, void*, cudaStream_t) noexcept override {
        size_t const size = in[0].type == DataType::kHALF    ? 2
                            : in[0].type == DataType::kINT64 ? 8
                            : in[0].type == DataType::kFLOAT ? 4
                                                             : 1;
        std::memcpy(outputs[0], inputs[0], size * static_cast<size_t>(volume(out[0].dims)));
        return in[0].type == out[0].type ? 0 : 1;
    }

private:
    Accepts mAccepts;
    std::vector<DataType> mOutputs;
};

TEST(Formats, ATableTellsWhatWasRefused) {
    Picky plugin([](int32_t, DynamicPluginTensorDesc const*) { return false; }, {});
    tenon::setHostPlugin("Picky", "1");
    Shop shop({2});
    shop.output(*shop.add(plugin, *shop.x).getOutput(0));
    EXPECT_EQ(shop.build(), "");
    EXPECT_TRUE(shop.logger.says("TN-245")) << shop.logger.text();
    EXPECT_TRUE(shop.logger.says("by hand")) << shop.logger.text();
    EXPECT_TRUE(shop.logger.says("'Picky' version '1' in namespace ''")) << shop.logger.text();
    EXPECT_TRUE(shop.logger.says("input 0 ('x'): f32/kLINEAR refused f16/kLINEAR refused")) << shop.logger.text();
}

TEST(Formats, AnInputOf8BitsNeedsAScale) {
    auto const eight = [](int32_t position, DynamicPluginTensorDesc const* all) {
        return all[position].desc.type == DataType::kINT8 && all[position].desc.format == TensorFormat::kLINEAR;
    };
    Picky plugin(eight, {});
    tenon::setHostPlugin("Picky", "1");
    Shop shop({2});
    shop.output(*shop.add(plugin, *shop.x).getOutput(0));
    EXPECT_EQ(shop.build(), "");
    EXPECT_TRUE(shop.logger.says("input 0 ('x') would be taken as i8/kLINEAR, but its tensor has no scale"))
        << shop.logger.text();
}

/// What restores an engine's Picky; and a network's number of casts.
struct PickyCreator : CreatorV3<ScaleNewest> {
    PickyCreator() : CreatorV3("Picky") { tenon::setHostPlugin("Picky", "1"); }
    IPluginV3* createPlugin(char const*, PluginFieldCollection const*, TensorRTPhase) noexcept override {
        return new Picky([](int32_t, DynamicPluginTensorDesc const*) { return true; }, {});
    }
};

int castsIn(Loaded const& loaded) {
    auto const inspector = own(loaded.engine->createEngineInspector());
    std::string const text = inspector->getEngineInformation(LayerInformationFormat::kONELINE);
    int count = 0;
    for (size_t at = text.find("LayerType: "); at != std::string::npos; at = text.find("LayerType: ", at + 1))
        ++count;
    return count - 1; // all but the plugin
}

TEST(Formats, OneThatTakesTheTypeOfItsNeighboursCostsNoCast) {
    auto const both = [](int32_t position, DynamicPluginTensorDesc const* all) {
        DataType const type = all[position].desc.type;
        return (type == DataType::kFLOAT || type == DataType::kHALF) && type == all[0].desc.type;
    };
    Picky plugin(both, {});
    Registered<PickyCreator> const creator;
    Shop shop({2}, DataType::kHALF);
    shop.config->setProfilingVerbosity(ProfilingVerbosity::kDETAILED);
    shop.output(*shop.add(plugin, *shop.x).getOutput(0));
    Loaded loaded(shop.build());
    ASSERT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
    EXPECT_EQ(loaded.engine->getTensorDataType("y"), DataType::kHALF);
    EXPECT_EQ(castsIn(loaded), 0);
}

TEST(Formats, AnOutputOfAnotherTypeIsCast) {
    auto const mixed = [](int32_t position, DynamicPluginTensorDesc const* all) {
        return all[position].desc.type == (position == 0 ? DataType::kFLOAT : DataType::kHALF);
    };
    /// f32 -> f16, declared as f32.
    class ToHalf final : public ScaleNewest {
    public:
        explicit ToHalf(Picky::Accepts accepts) : ScaleNewest({1, 0}), mAccepts(std::move(accepts)) {}
        IPluginV3* clone() noexcept override { return new ToHalf(mAccepts); }
        IPluginV3* attachToContext(IPluginResourceContext*) noexcept override { return clone(); }
        char const* getPluginName() const noexcept override { return "Picky"; }
        bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* all, int32_t,
                                       int32_t) noexcept override {
            return mAccepts(position, all);
        }
        int32_t enqueue(PluginTensorDesc const*, PluginTensorDesc const* out, void const* const* inputs,
                        void* const* outputs, void*, cudaStream_t) noexcept override {
            for (int64_t i = 0; i < volume(out[0].dims); ++i) // of small whole numbers and halves
                static_cast<uint16_t*>(outputs[0])[i] = static_cast<float const*>(inputs[0])[i] == 1 ? 0x3C00 : 0x4100;
            return out[0].type == DataType::kHALF ? 0 : 1;
        }

    private:
        Picky::Accepts mAccepts;
    };
    struct Creator : CreatorV3<ScaleNewest> {
        explicit Creator(Picky::Accepts accepts) : CreatorV3("Picky"), mAccepts(std::move(accepts)) {}
        IPluginV3* createPlugin(char const*, PluginFieldCollection const*, TensorRTPhase) noexcept override {
            return new ToHalf(mAccepts);
        }
        Picky::Accepts mAccepts;
    };
    ToHalf plugin(mixed);
    Registered<Creator> const creator{Picky::Accepts(mixed)};
    tenon::setHostPlugin("Picky", "1");
    Shop shop({2});
    shop.output(*shop.add(plugin, *shop.x).getOutput(0));
    Loaded loaded(shop.build());
    ASSERT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
    EXPECT_EQ(loaded.engine->getTensorDataType("y"), DataType::kFLOAT);
    EXPECT_EQ(loaded.floats({2}, {1, 2.5}), (Floats{1, 2.5})) << loaded.logger.text();
}

/// Copies 8-bit numbers; its status is 2 where their scales are not 0.5.
class Eight final : public ScaleNewest {
public:
    Eight() : ScaleNewest({1, 0}) {}
    IPluginV3* clone() noexcept override { return new Eight; }
    IPluginV3* attachToContext(IPluginResourceContext*) noexcept override { return clone(); }
    char const* getPluginName() const noexcept override { return "Picky"; }
    bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* all, int32_t,
                                   int32_t) noexcept override {
        return all[position].desc.type == DataType::kINT8 && all[position].desc.format == TensorFormat::kLINEAR;
    }
    int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const* out, void const* const* inputs,
                    void* const* outputs, void*, cudaStream_t) noexcept override {
        std::memcpy(outputs[0], inputs[0], static_cast<size_t>(volume(in[0].dims)));
        return in[0].scale == 0.5F && out[0].scale == 0.5F ? 0 : 2;
    }
};

struct EightCreator : PickyCreator {
    IPluginV3* createPlugin(char const*, PluginFieldCollection const*, TensorRTPhase) noexcept override {
        return new Eight;
    }
};

/// Q -> plugin of 8 bits -> DQ.
TEST(Formats, AQuantizedInputComesWithItsScale) {
    Eight plugin;
    Registered<EightCreator> const creator;
    Shop shop({3});
    float const half = 0.5F;
    ITensor* const scale = shop.network->addConstant(Dims{0, {}}, Weights{DataType::kFLOAT, &half, 1})->getOutput(0);
    ITensor* const q = shop.network->addQuantize(*shop.x, *scale, DataType::kINT8)->getOutput(0);
    ITensor* const p = shop.add(plugin, *q).getOutput(0);
    shop.output(*shop.network->addDequantize(*p, *scale, DataType::kFLOAT)->getOutput(0));
    Loaded loaded(shop.build());
    ASSERT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
    EXPECT_EQ(loaded.floats({3}, {1, -2, 3.5}), (Floats{1, -2, 3.5})) << loaded.logger.text();
}

TEST(Formats, DynamicRangesGiveAPluginItsScales) {
    Eight plugin;
    Registered<EightCreator> const creator;
    Shop shop({4});
    ASSERT_TRUE(shop.x->setDynamicRange(-63.5F, 2)); // 127 steps of 0.5 on both sides of 0
    ITensor& p = *shop.add(plugin, *shop.x).getOutput(0);
    ASSERT_TRUE(p.setDynamicRange(-1, 63.5F));
    shop.output(p);
    Loaded loaded(shop.build());
    ASSERT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
    EXPECT_EQ(loaded.engine->getTensorDataType("y"), DataType::kFLOAT);
    EXPECT_EQ(loaded.floats({4}, {1, -2, 3.7F, 100}), (Floats{1, -2, 3.5, 63.5})) << loaded.logger.text();
    EXPECT_EQ(shop.logger.text().find("dynamic range"), std::string::npos) << shop.logger.text();
}

TEST(Formats, AnOutputWithoutARangeIsNamed) {
    Eight plugin;
    Registered<EightCreator> const creator;
    Shop shop({4});
    ASSERT_TRUE(shop.x->setDynamicRange(-63.5F, 63.5F));
    shop.output(*shop.add(plugin, *shop.x).getOutput(0));
    EXPECT_TRUE(shop.build().empty());
    std::string const text = shop.logger.text();
    EXPECT_EQ(text.find("input 0 ('x') would be taken"), std::string::npos) << text;
    EXPECT_NE(text.find("output 0 ('y') would be taken as i8/kLINEAR, but its tensor has no scale"), std::string::npos)
        << text;
}

TEST(Formats, ACastGoesAroundWhatTakesAnotherFloat) {
    auto const halves = [](int32_t position, DynamicPluginTensorDesc const* all) {
        return all[position].desc.type == DataType::kHALF;
    };
    Picky plugin(halves, {});
    struct Creator : CreatorV3<ScaleNewest> {
        using CreatorV3::CreatorV3;
        IPluginV3* createPlugin(char const*, PluginFieldCollection const*, TensorRTPhase) noexcept override {
            return new Picky([](int32_t, DynamicPluginTensorDesc const*) { return true; }, {});
        }
    };
    Registered<Creator> const creator("Picky");
    tenon::setHostPlugin("Picky", "1");
    Shop shop({2});
    shop.output(*shop.add(plugin, *shop.x).getOutput(0));
    Loaded loaded(shop.build());
    ASSERT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
    EXPECT_EQ(loaded.engine->getTensorDataType("y"), DataType::kFLOAT);
    EXPECT_EQ(loaded.floats({2}, {1, 2.5}), (Floats{1, 2.5})) << loaded.logger.text();
}

TEST(Formats, TheSearchIsPruned) {
    constexpr int kInputs = 12;
    counts.reset();
    // Halves pass at every input but the last; floats only where all before are floats.
    auto const accepts = [](int32_t position, DynamicPluginTensorDesc const* all) {
        if (all[position].desc.type == DataType::kHALF)
            return position < kInputs - 1;
        for (int32_t i = 0; i < position; ++i)
            if (all[i].desc.type != DataType::kFLOAT)
                return false;
        return all[position].desc.type == DataType::kFLOAT;
    };
    Picky plugin(accepts, {DataType::kFLOAT});
    Shop shop({2}, DataType::kHALF);
    std::vector<ITensor*> inputs(kInputs, shop.x);
    ILayer* const layer = shop.network->addPluginV3(inputs.data(), kInputs, nullptr, 0, plugin);
    ASSERT_NE(layer, nullptr);
    int const before = counts.asked;
    EXPECT_EQ(layer->getOutput(0)->getType(), DataType::kFLOAT) << shop.logger.text();
    EXPECT_GT(counts.asked, before);
    EXPECT_LT(counts.asked - before, 2000);
}

/// Adds its inputs; floats where all before are floats, halves everywhere but at the last input.
class SumN final : public ScaleNewest {
public:
    SumN() : ScaleNewest({1, 0}) {}
    IPluginV3* clone() noexcept override { return new SumN; }
    IPluginV3* attachToContext(IPluginResourceContext*) noexcept override { return clone(); }
    char const* getPluginName() const noexcept override { return "SumN"; }
    bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* all, int32_t inputs,
                                   int32_t) noexcept override {
        ++counts.asked;
        if (all[position].desc.format != TensorFormat::kLINEAR)
            return false;
        if (all[position].desc.type == DataType::kHALF)
            return position < inputs - 1;
        for (int32_t i = 0; i <= position; ++i)
            if (all[i].desc.type != DataType::kFLOAT)
                return false;
        return true;
    }
    int32_t onShapeChange(PluginTensorDesc const*, int32_t count, PluginTensorDesc const*, int32_t) noexcept override {
        mInputs = count;
        return 0;
    }
    int32_t enqueue(PluginTensorDesc const*, PluginTensorDesc const* out, void const* const* inputs,
                    void* const* outputs, void*, cudaStream_t) noexcept override {
        for (int64_t i = 0; i < volume(out[0].dims); ++i) {
            float sum = 0;
            for (int32_t k = 0; k < mInputs; ++k)
                sum += static_cast<float const*>(inputs[k])[i];
            static_cast<float*>(outputs[0])[i] = sum;
        }
        return 0;
    }

private:
    int32_t mInputs = 0;
};

TEST(Formats, TwelveInputsOfTwoTypes) {
    Registered<CreatorV3<SumN>> const creator("SumN");
    tenon::setHostPlugin("SumN", "1");
    SumN plugin;
    Shop shop({2});
    std::vector<float> ones{1, 1};
    std::vector<ITensor*> inputs;
    ITensor* one = shop.network->addConstant(shape({2}), Weights{DataType::kFLOAT, ones.data(), 2})->getOutput(0);
    ITensor* at = shop.x;
    for (int i = 0; i < 12; ++i) {
        inputs.push_back(at);
        at = shop.network->addElementWise(*at, *one, ElementWiseOperation::kSUM)->getOutput(0);
    }
    counts.reset();
    shop.output(*shop.network->addPluginV3(inputs.data(), 12, nullptr, 0, plugin)->getOutput(0));
    Loaded loaded(shop.build());
    ASSERT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
    EXPECT_LT(counts.asked, 2000) << "a blind search asks 2^13 times";
    EXPECT_EQ(loaded.floats({2}, {1, 1}), (Floats{78, 78})) << loaded.logger.text();
}

TEST(Formats, OneTypeThatIsAskedForAtTheEndIsFound) {
    constexpr int32_t kInputs = 14;
    auto const accepts = [](int32_t position, DynamicPluginTensorDesc const* all) {
        DataType const type = all[position].desc.type;
        if (position < kInputs - 1)
            return type == DataType::kFLOAT || type == DataType::kHALF;
        for (int32_t i = 0; i <= position; ++i)
            if (all[i].desc.type != DataType::kHALF)
                return false;
        return true;
    };
    Picky plugin(accepts, {DataType::kFLOAT});
    tenon::setHostPlugin("Picky", "1");
    Shop shop({2});
    shop.config->setProfilingVerbosity(ProfilingVerbosity::kDETAILED);
    std::vector<ITensor*> inputs(kInputs, shop.x);
    shop.output(*shop.network->addPluginV3(inputs.data(), kInputs, nullptr, 0, plugin)->getOutput(0));
    counts.reset();
    EXPECT_NE(shop.build(), "") << shop.logger.text();
    EXPECT_LT(counts.asked, 2000) << "going through all floats in front asks 2^14 times";
}

TEST(Formats, ASearchWithoutEndSaysSo) {
    constexpr int kInputs = 20;
    auto const accepts = [](int32_t position, DynamicPluginTensorDesc const*) { return position < kInputs; };
    Picky plugin(accepts, {DataType::kFLOAT});
    tenon::setHostPlugin("Picky", "1");
    Shop shop({2});
    std::vector<ITensor*> inputs(kInputs, shop.x);
    ILayer* const layer = shop.network->addPluginV3(inputs.data(), kInputs, nullptr, 0, plugin);
    shop.output(*layer->getOutput(0));
    EXPECT_EQ(shop.build(), "");
    EXPECT_TRUE(shop.logger.says("TN-245")) << shop.logger.text();
    EXPECT_TRUE(shop.logger.says("the search was given up after 20000 questions")) << shop.logger.text();
    EXPECT_TRUE(shop.logger.says("output 0 ")) << shop.logger.text();
}

TEST(Formats, AnIntegerIsData) {
    struct Creator : CreatorV3<ScaleNewest> {
        using CreatorV3::CreatorV3;
        IPluginV3* createPlugin(char const*, PluginFieldCollection const*, TensorRTPhase) noexcept override {
            return new Picky([](int32_t, DynamicPluginTensorDesc const*) { return true; }, {});
        }
    };
    Registered<Creator> const creator("Picky");
    tenon::setHostPlugin("Picky", "1");
    Picky plugin([](int32_t, DynamicPluginTensorDesc const*) { return true; }, {});
    auto run = [&](DataType type, auto values) {
        Shop shop({static_cast<int64_t>(values.size())}, type);
        shop.output(*shop.add(plugin, *shop.x).getOutput(0));
        Loaded loaded(shop.build());
        ASSERT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
        ASSERT_TRUE(loaded.run({static_cast<int64_t>(values.size())}, values)) << loaded.logger.text();
        EXPECT_EQ(loaded.outputs["y"].as<typename decltype(values)::value_type>(), values);
    };
    run(DataType::kINT8, std::vector<int8_t>{-3, 0, 5});
    run(DataType::kUINT8, std::vector<uint8_t>{0, 255});
    run(DataType::kBOOL, std::vector<char>{1, 0});
    run(DataType::kINT64, std::vector<int64_t>{int64_t{1} << 40});
}

} // namespace
} // namespace test

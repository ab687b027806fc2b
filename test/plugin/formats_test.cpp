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
    EXPECT_TRUE(shop.logger.says("input 0: f32/kLINEAR refused f16/kLINEAR refused")) << shop.logger.text();
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

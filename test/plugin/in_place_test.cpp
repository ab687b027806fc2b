// SPDX-License-Identifier: Apache-2.0
// Outputs in the memory of inputs: the plugin writes over its input, and whoever else reads that tensor sees nothing of
// it.
#include "session.h"

#include <gtest/gtest.h>

namespace test {
namespace {

/// Adds 1 to its input, which is its output, too.
class AddOne final : public IPluginV3, public IPluginV3OneCore, public IPluginV3OneBuildV2, public IPluginV3OneRuntime {
public:
    explicit AddOne(int32_t alias = 0, bool shrinks = false) : mAlias(alias), mShrinks(shrinks) {}
    IPluginCapability* getCapabilityInterface(PluginCapabilityType type) noexcept override {
        if (type == PluginCapabilityType::kBUILD)
            return static_cast<IPluginV3OneBuild*>(this);
        if (type == PluginCapabilityType::kRUNTIME)
            return static_cast<IPluginV3OneRuntime*>(this);
        return static_cast<IPluginV3OneCore*>(this);
    }
    IPluginV3* clone() noexcept override { return new AddOne(mAlias, mShrinks); }
    char const* getPluginName() const noexcept override { return "AddOne"; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    char const* getPluginNamespace() const noexcept override { return ""; }
    int32_t getAliasedInput(int32_t) noexcept override { return mAlias; }
    int32_t configurePlugin(DynamicPluginTensorDesc const*, int32_t, DynamicPluginTensorDesc const*,
                            int32_t) noexcept override {
        return 0;
    }
    int32_t getOutputDataTypes(DataType* out, int32_t, DataType const* in, int32_t) const noexcept override {
        out[0] = in[0];
        return 0;
    }
    int32_t getOutputShapes(DimsExprs const* in, int32_t, DimsExprs const*, int32_t, DimsExprs* out, int32_t,
                            IExprBuilder& e) noexcept override {
        out[0] = in[0];
        if (mShrinks)
            out[0].d[0] = e.constant(1);
        return 0;
    }
    bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* all, int32_t,
                                   int32_t) noexcept override {
        return isPlainFloat(all[position].desc.type, all[position].desc.format);
    }
    int32_t getNbOutputs() const noexcept override { return 1; }
    int32_t onShapeChange(PluginTensorDesc const* in, int32_t, PluginTensorDesc const*, int32_t) noexcept override {
        mCount = volume(in[0].dims);
        return 0;
    }
    int32_t enqueue(PluginTensorDesc const*, PluginTensorDesc const*, void const* const* inputs, void* const* outputs,
                    void*, cudaStream_t) noexcept override {
        for (int64_t i = 0; i < mCount; ++i)
            static_cast<float*>(outputs[0])[i] += 1;
        return inputs[0] == outputs[0] ? 0 : 8;
    }
    IPluginV3* attachToContext(IPluginResourceContext*) noexcept override { return clone(); }
    PluginFieldCollection const* getFieldsToSerialize() noexcept override { return &mNone; }

private:
    int32_t mAlias;
    bool mShrinks;
    int64_t mCount = 0;
    PluginFieldCollection mNone{};
};

struct AddOneCreator final : CreatorV3<AddOne> {
    AddOneCreator() : CreatorV3("AddOne") { tenon::setHostPlugin("AddOne", "1"); }
};

struct InPlace : ::testing::Test {
    Registered<AddOneCreator> const creator;
    AddOne plugin;
};

TEST_F(InPlace, OtherReadersSeeTheTensorAsItWas) {
    Shop shop({-1});
    ITensor* const doubled = shop.network->addElementWise(*shop.x, *shop.x, ElementWiseOperation::kSUM)->getOutput(0);
    ITensor* const more = shop.add(plugin, *doubled).getOutput(0);
    shop.output(*more);
    // Reads what the plugin wrote over, after it.
    shop.output(*shop.network->addElementWise(*doubled, *more, ElementWiseOperation::kPROD)->getOutput(0), "both");
    shop.output(*shop.add(plugin, *shop.x).getOutput(0), "input");
    Loaded loaded(shop.build());
    ASSERT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
    for (int round = 0; round < 2; ++round) {
        ASSERT_TRUE(loaded.run<float>({3}, {1, 2, 3})) << loaded.logger.text();
        EXPECT_EQ(loaded.outputs["y"].as<float>(), (Floats{3, 5, 7}));
        EXPECT_EQ(loaded.outputs["both"].as<float>(), (Floats{6, 20, 42}));
        EXPECT_EQ(loaded.outputs["input"].as<float>(), (Floats{2, 3, 4}));
    }
}

TEST_F(InPlace, AChainSharesOneMemory) {
    Shop shop({1024});
    ITensor* at = shop.network->addElementWise(*shop.x, *shop.x, ElementWiseOperation::kSUM)->getOutput(0);
    for (int i = 0; i < 4; ++i)
        at = shop.add(plugin, *at).getOutput(0);
    shop.output(*shop.network->addElementWise(*at, *at, ElementWiseOperation::kSUM)->getOutput(0));
    Loaded loaded(shop.build());
    ASSERT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
    EXPECT_EQ(loaded.engine->getDeviceMemorySizeV2(), 4096) << "five values, one piece of memory";
    EXPECT_EQ(loaded.floats({1024}, Floats(1024, 1)), Floats(1024, 12)) << loaded.logger.text();
}

TEST_F(InPlace, WhatCannotShareIsRefused) {
    AddOne outside(1), shrinking(0, true);
    std::pair<IPluginV3*, char const*> const cases[] = {{&outside, "1 from getAliasedInput(0)"},
                                                        {&shrinking, "the same type and dims"}};
    for (auto const& [bad, reason] : cases) {
        Shop shop({2});
        shop.output(*shop.add(*bad, *shop.x).getOutput(0));
        EXPECT_EQ(shop.build(), "");
        for (char const* part : {"TN-247", "output 0 of the plugin 'AddOne'", reason})
            EXPECT_TRUE(shop.logger.says(part)) << part << "\n" << shop.logger.text();
    }
}

} // namespace
} // namespace test

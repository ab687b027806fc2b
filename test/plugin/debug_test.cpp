// SPDX-License-Identifier: Apache-2.0
// What --debug-plugins finds: state that does not survive a reload, and writes outside the memory given.
#include "session.h"

#include <gtest/gtest.h>

namespace test {
namespace {

struct Debug : ::testing::Test {
    void SetUp() override { tenon::setDebugPlugins(true); }
    void TearDown() override { tenon::setDebugPlugins(false); }
};

/// A plugin that a Fault makes wrong.
enum class Fault { kNone, kForgetful, kPastEnd, kFarPastEnd, kBeforeBegin, kInput, kWorkspace, kRandom, kStatus };

class Faulty final : public IPluginV2DynamicExt {
public:
    explicit Faulty(Fault fault, float bias = 3) : mFault(fault), mBias(bias) {}
    char const* getPluginType() const noexcept override { return "Faulty"; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    char const* getPluginNamespace() const noexcept override { return ""; }
    void setPluginNamespace(char const*) noexcept override {}
    int32_t getNbOutputs() const noexcept override { return 1; }
    int32_t initialize() noexcept override { return 0; }
    void terminate() noexcept override {}
    void destroy() noexcept override { delete this; }
    IPluginV2DynamicExt* clone() const noexcept override { return new Faulty(mFault, mBias); }
    size_t getSerializationSize() const noexcept override { return sizeof(mFault) + sizeof(mBias); }
    void serialize(void* to) const noexcept override {
        float const written = mFault == Fault::kForgetful ? 0 : mBias;
        std::memcpy(to, &mFault, sizeof(mFault));
        std::memcpy(static_cast<char*>(to) + sizeof(mFault), &written, sizeof(written));
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
        return 100;
    }
    int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const*, void const* const* inputs,
                    void* const* outputs, void* workspace, cudaStream_t) noexcept override {
        static float drift = 0;
        int64_t const n = volume(in[0].dims);
        auto* const y = static_cast<float*>(outputs[0]);
        scale({2, mBias}, inputs[0], y, n);
        std::memset(workspace, 1, mFault == Fault::kWorkspace ? 101 : 100);
        if (mFault == Fault::kPastEnd)
            y[n] = 1;
        if (mFault == Fault::kBeforeBegin)
            y[-1] = 1;
        if (mFault == Fault::kFarPastEnd)
            y[10'000] = 1;
        if (mFault == Fault::kInput)
            const_cast<float*>(static_cast<float const*>(inputs[0]))[1] += 1;
        if (mFault == Fault::kRandom)
            y[0] = ++drift;
        return mFault == Fault::kStatus ? 5 : 0;
    }

private:
    Fault mFault;
    float mBias;
};

struct FaultyCreator final : CreatorV2<Faulty> {
    FaultyCreator() : CreatorV2("Faulty", "") { tenon::setHostPlugin("Faulty", "1"); }
    IPluginV2* createPlugin(char const*, PluginFieldCollection const*) noexcept override { return nullptr; }
    IPluginV2* deserializePlugin(char const*, void const* data, size_t) noexcept override {
        Fault fault{};
        float bias = 0;
        std::memcpy(&fault, data, sizeof(fault));
        std::memcpy(&bias, static_cast<char const*>(data) + sizeof(fault), sizeof(bias));
        return new Faulty(fault, bias);
    }
};

/// The text of the build; "" where it succeeded with nothing to say.
std::string textOfBuild(Fault fault, std::string* file = nullptr) {
    Faulty plugin(fault);
    Shop shop({3});
    shop.output(shop.add(plugin, *shop.x));
    std::string const made = shop.build();
    if (file != nullptr)
        *file = made;
    return shop.logger.text();
}

TEST_F(Debug, NothingIsSaidOfAPluginWithoutFault) {
    Registered<FaultyCreator> const creator;
    std::string file;
    EXPECT_EQ(textOfBuild(Fault::kNone, &file), "");
    Loaded loaded(file);
    ASSERT_TRUE(loaded.engine) << loaded.logger.text();
    EXPECT_EQ(loaded.floats({3}, {1, 2, 3}), (Floats{5, 7, 9})) << loaded.logger.text();
    EXPECT_EQ(loaded.floats({3}, {0, 0, 0}), (Floats{3, 3, 3})) << loaded.logger.text();
    auto const again = own(loaded.engine->serialize()); // and saved once more
    Loaded second(std::string(static_cast<char const*>(again->data()), again->size()));
    ASSERT_TRUE(second.engine) << second.logger.text();
    EXPECT_EQ(second.floats({3}, {1, 2, 3}), (Floats{5, 7, 9})) << second.logger.text();
}

TEST_F(Debug, StateThatIsLeftOutIsFoundByRunningBoth) {
    Registered<FaultyCreator> const creator;
    std::string const text = textOfBuild(Fault::kForgetful);
    for (char const* part : {"TN-252", "by hand", "'Faulty' version '1'", "output differs after reload, max abs 3"})
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    tenon::setDebugPlugins(false);
    EXPECT_EQ(textOfBuild(Fault::kForgetful), "") << "nobody looks";
}

TEST_F(Debug, WhatDiffersAtEachRunIsNotCompared) {
    Registered<FaultyCreator> const creator;
    std::string file;
    std::string const text = textOfBuild(Fault::kRandom, &file);
    EXPECT_NE(text.find("gives other outputs at each run"), std::string::npos) << text;
    EXPECT_NE(file, "");
}

TEST_F(Debug, WritesOutsideAreToldWithTheirPlace) {
    Registered<FaultyCreator> const creator;
    std::pair<Fault, char const*> const cases[] = {
        {Fault::kPastEnd, "enqueue() of the plugin 'Faulty' version '1' in namespace '' wrote past the end of output 0 "
                          "(12 bytes), at byte 12"},
        {Fault::kFarPastEnd, "wrote past the end of output 0 (12 bytes), at byte 40000"},
        {Fault::kBeforeBegin, "wrote before the begin of output 0 (12 bytes), up to byte -1"},
        {Fault::kInput, "changed input 0, first at byte "},
        {Fault::kWorkspace, "wrote past the end of the workspace (100 bytes), at byte 100"}};
    for (auto const& [fault, wanted] : cases) {
        tenon::setDebugPlugins(false); // the build would find it, too
        std::string file;
        EXPECT_EQ(textOfBuild(fault, &file), "");
        tenon::setDebugPlugins(true);
        Loaded loaded(file);
        ASSERT_TRUE(loaded.engine) << loaded.logger.text();
        EXPECT_FALSE(loaded.run<float>({3}, {1, 2, 3}));
        for (char const* part : {"TN-253", "by hand", wanted})
            EXPECT_TRUE(loaded.logger.says(part)) << part << "\n" << loaded.logger.text();
        EXPECT_NE(textOfBuild(fault).find(wanted), std::string::npos) << "by the run of the build";
    }
}

TEST_F(Debug, AFailingRunIsTold) {
    Registered<FaultyCreator> const creator;
    std::string const text = textOfBuild(Fault::kStatus);
    for (char const* part : {"TN-244", "by hand", "enqueue() of the plugin 'Faulty'", "status 5"})
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

} // namespace
} // namespace test

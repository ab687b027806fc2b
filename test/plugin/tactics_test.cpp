// SPDX-License-Identifier: Apache-2.0
// Tactics of plugins: timed on a plugin that went through its creator, remembered under its own key, kept in the
// engine.
#include "session.h"

#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <optional>

namespace test {
namespace {

struct ChoosyLog {
    std::atomic<int> runs{0};
    std::vector<int32_t> set; ///< tactics, in the order of setTactic()
    int restored = 0;
};
ChoosyLog choosyLog;

struct ChoosyForm {
    std::vector<int32_t> tactics{7, 9};
    std::optional<int32_t> count; ///< when not that of the tactics
    char const* timingId = nullptr;
    int32_t failing = 0; ///< a tactic whose enqueue() fails; -1: all
};
ChoosyForm choosyForm;

/// y = tactic * x; tactic 7 is slow.
class Choosy final : public ScaleNewest {
public:
    Choosy() : ScaleNewest({1, 0}) {}
    IPluginV3* clone() noexcept override { return copy(); }
    IPluginV3* attachToContext(IPluginResourceContext*) noexcept override { return copy(); }
    char const* getPluginName() const noexcept override { return "Choosy"; }
    int32_t getNbTactics() noexcept override {
        return choosyForm.count.value_or(static_cast<int32_t>(choosyForm.tactics.size()));
    }
    int32_t getValidTactics(int32_t* tactics, int32_t count) noexcept override {
        std::copy_n(choosyForm.tactics.begin(), count, tactics);
        return 0;
    }
    char const* getTimingCacheID() noexcept override { return choosyForm.timingId; }
    int32_t setTactic(int32_t tactic) noexcept override {
        choosyLog.set.push_back(tactic);
        mTactic = tactic;
        return tactic == 0 ? 4 : 0;
    }
    int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const*, void const* const* inputs,
                    void* const* outputs, void*, cudaStream_t) override {
        ++choosyLog.runs;
        if (choosyForm.failing == -1 || choosyForm.failing == mTactic)
            return 6;
        auto const begin = std::chrono::steady_clock::now();
        while (mTactic == 7 && std::chrono::steady_clock::now() - begin < std::chrono::microseconds(300)) {
        }
        scale({static_cast<float>(mTactic), 0}, inputs[0], outputs[0], volume(in[0].dims));
        return 0;
    }

private:
    Choosy* copy() const {
        auto* const out = new Choosy;
        out->mTactic = mTactic;
        return out;
    }
    int32_t mTactic = 0;
};

struct ChoosyCreator final : CreatorV3<ScaleNewest> {
    ChoosyCreator() : CreatorV3("Choosy") { tenon::setHostPlugin("Choosy", "1"); }
    IPluginV3* createPlugin(char const*, PluginFieldCollection const*, TensorRTPhase phase) noexcept override {
        choosyLog.restored += phase == TensorRTPhase::kRUNTIME ? 1 : 0;
        return new Choosy;
    }
};

struct Tactics : ::testing::Test {
    void SetUp() override {
        choosyLog.runs = choosyLog.restored = 0;
        choosyLog.set.clear();
        choosyForm = {};
    }
    Registered<ChoosyCreator> const creator;
    Choosy plugin;
};

/// A network of the plugin alone, with kernels timed.
struct Timed : Shop {
    explicit Timed(Choosy& plugin) : Shop({2}) {
        config->setBuilderOptimizationLevel(3);
        output(*add(plugin, *x).getOutput(0));
    }
};

TEST_F(Tactics, TheFastestIsInTheEngine) {
    Timed timed(plugin);
    std::string const file = timed.build();
    ASSERT_NE(file, "") << timed.logger.text();
    EXPECT_GT(choosyLog.restored, 0) << "timed on one that its creator made from its state";
    EXPECT_NE(std::find(choosyLog.set.begin(), choosyLog.set.end(), 7), choosyLog.set.end());
    choosyLog.set.clear();
    Loaded loaded(file);
    ASSERT_TRUE(loaded.engine) << loaded.logger.text();
    EXPECT_EQ(loaded.floats({2}, {1, 2}), (Floats{9, 18})) << loaded.logger.text();
    EXPECT_EQ(choosyLog.set, (std::vector<int32_t>{9})) << "set once, before the first run";
}

TEST_F(Tactics, ANumberThatCannotBeIsRefused) {
    choosyForm.count = std::numeric_limits<int32_t>::max();
    Timed timed(plugin);
    EXPECT_EQ(timed.build(), "");
    for (char const* part : {"TN-255", "by hand", "getNbTactics() of the plugin 'Choosy'", "0 to 65536", "2147483647"})
        EXPECT_TRUE(timed.logger.says(part)) << part << "\n" << timed.logger.text();
}

TEST_F(Tactics, WithoutTimesTheFirstIsTaken) {
    Shop shop({2});
    shop.output(*shop.add(plugin, *shop.x).getOutput(0));
    Loaded loaded(shop.build());
    ASSERT_TRUE(loaded.engine) << shop.logger.text();
    EXPECT_EQ(loaded.floats({2}, {1, 2}), (Floats{7, 14})) << loaded.logger.text();
}

TEST_F(Tactics, TimesAreRememberedOnlyUnderAKeyOfTheirOwn) {
    for (char const* id : {static_cast<char const*>(nullptr), "a", "b"}) {
        choosyForm.timingId = id;
        Timed first(plugin), second(plugin);
        auto const cache = own(first.config->createTimingCache("", 0));
        for (Timed* t : {&first, &second})
            ASSERT_TRUE(t->config->setTimingCache(*cache, false)) << t->logger.text();
        ASSERT_NE(first.build(), "") << first.logger.text();
        EXPECT_GT(choosyLog.runs.exchange(0), 0);
        ASSERT_NE(second.build(), "") << second.logger.text();
        EXPECT_EQ(choosyLog.runs.exchange(0) == 0, id != nullptr) << (id == nullptr ? "none" : id);
    }
}

TEST_F(Tactics, OneThatFailsIsNotTaken) {
    choosyForm.failing = 9;
    Timed timed(plugin);
    Loaded loaded(timed.build());
    ASSERT_TRUE(loaded.engine) << timed.logger.text();
    EXPECT_EQ(loaded.floats({2}, {1, 2}), (Floats{7, 14})) << loaded.logger.text();
}

TEST_F(Tactics, WhenAllFailTheBuildSaysWhy) {
    choosyForm.failing = -1;
    Timed timed(plugin);
    EXPECT_EQ(timed.build(), "");
    for (char const* part : {"TN-244", "by hand", "enqueue() of the plugin 'Choosy' version '1'", "status 6"})
        EXPECT_TRUE(timed.logger.says(part)) << part << "\n" << timed.logger.text();
}

TEST_F(Tactics, AreDifferentNumbersFrom1On) {
    for (auto const& tactics : {std::vector<int32_t>{0, 1}, std::vector<int32_t>{4, 4}}) {
        choosyForm.tactics = tactics;
        Timed timed(plugin);
        EXPECT_EQ(timed.build(), "");
        EXPECT_TRUE(timed.logger.says("TN-255")) << timed.logger.text();
        EXPECT_TRUE(timed.logger.says("getValidTactics() of the plugin 'Choosy'")) << timed.logger.text();
    }
    choosyForm.tactics.clear(); // then it is given 0, which this one refuses
    Timed timed(plugin);
    EXPECT_EQ(timed.build(), "");
    EXPECT_TRUE(timed.logger.says("setTactic(0) of the plugin 'Choosy'")) << timed.logger.text();
}

} // namespace
} // namespace test

// SPDX-License-Identifier: Apache-2.0
// What the engine makes of the promises of plugins: memory that is shared, and tensors that are computed in parts.
#include "session.h"

#include <gtest/gtest.h>

#include <mutex>

namespace test {
namespace {

struct SteadyLog {
    std::mutex mutex;
    std::vector<int64_t> parts; ///< first dims of the calls of enqueue()
    bool sameMemory = false;
};
SteadyLog steadyLog;

/// y = 2 x + 1; takes all it needs from the descriptors of a call.
class Steady final : public ScaleNewest {
public:
    Steady() : ScaleNewest({2, 1}) {}
    IPluginV3* clone() noexcept override { return new Steady; }
    IPluginV3* attachToContext(IPluginResourceContext*) noexcept override { return clone(); }
    char const* getPluginName() const noexcept override { return "Steady"; }
    int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const* out, void const* const* inputs,
                    void* const* outputs, void*, cudaStream_t) override {
        scale({2, 1}, inputs[0], outputs[0], volume(in[0].dims));
        std::lock_guard const lock(steadyLog.mutex);
        steadyLog.parts.push_back(in[0].dims.d[0]);
        steadyLog.sameMemory = inputs[0] == outputs[0];
        return in[0].dims.d[0] == out[0].dims.d[0] ? 0 : 1;
    }
};

struct SteadyCreator final : CreatorV3<Steady> {
    SteadyCreator() : CreatorV3("Steady") { tenon::setHostPlugin("Steady", "1"); }
    IPluginV3* createPlugin(char const*, PluginFieldCollection const*, TensorRTPhase) noexcept override {
        return new Steady;
    }
};

struct Traits : ::testing::Test {
    void SetUp() override { steadyLog.parts.clear(); }
    void TearDown() override { tenon::setPluginTraits("Steady", "1", "", 0); }
    Registered<SteadyCreator> const creator;
    Steady plugin;
};

TEST_F(Traits, APluginForThreadsIsRunInParts) {
    constexpr int64_t kRows = 6, kColumns = 50'000;
    tenon::setPluginTraits("Steady", "1", "", tenon::kTHREAD_PARALLEL);
    Shop shop({-1, kColumns});
    int32_t const threads = shop.builder->getMaxThreads();
    shop.builder->setMaxThreads(2);
    shop.output(*shop.add(plugin, *shop.x).getOutput(0));
    Loaded loaded(shop.build());
    ASSERT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
    for (int64_t const rows : {kRows, int64_t{1}}) {
        Floats x(static_cast<size_t>(rows * kColumns)), wanted(x.size());
        for (size_t i = 0; i < x.size(); ++i) {
            x[i] = static_cast<float>(i % 1000);
            wanted[i] = 2 * x[i] + 1;
        }
        steadyLog.parts.clear();
        EXPECT_EQ(loaded.floats({rows, kColumns}, x), wanted) << loaded.logger.text();
        int64_t sum = 0;
        for (int64_t part : steadyLog.parts)
            sum += part;
        EXPECT_EQ(sum, rows) << "each row once";
        EXPECT_EQ(steadyLog.parts.size(), rows == 1 ? 1U : 2U);
    }
    shop.builder->setMaxThreads(threads);
}

TEST_F(Traits, OneThatMayWriteOverItsInputDoes) {
    auto memoryOf = [&](bool& shared) {
        Shop shop({1024});
        ITensor* at = shop.network->addElementWise(*shop.x, *shop.x, ElementWiseOperation::kSUM)->getOutput(0);
        at = shop.add(plugin, *at).getOutput(0);
        shop.output(*shop.network->addElementWise(*at, *at, ElementWiseOperation::kSUM)->getOutput(0));
        Loaded loaded(shop.build());
        EXPECT_TRUE(loaded.engine) << shop.logger.text();
        EXPECT_EQ(loaded.floats({1024}, Floats(1024, 1)), Floats(1024, 10)) << loaded.logger.text();
        shared = steadyLog.sameMemory;
        return loaded.engine->getDeviceMemorySizeV2();
    };
    bool apart = true, shared = false;
    EXPECT_EQ(memoryOf(apart), 8192);
    EXPECT_FALSE(apart);
    tenon::setPluginTraits("Steady", "1", "", tenon::kIN_PLACE);
    EXPECT_EQ(memoryOf(shared), 4096);
    EXPECT_TRUE(shared);
}

} // namespace
} // namespace test

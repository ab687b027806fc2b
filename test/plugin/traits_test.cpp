// SPDX-License-Identifier: Apache-2.0
// What the engine makes of the promises of plugins: memory that is shared, tensors that are computed in parts, and
// pointwise neighbours that are computed with them.
#include "session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>

namespace test {
namespace {

struct SteadyLog {
    std::mutex mutex;
    std::vector<int64_t> parts;  ///< first dims of the calls of enqueue()
    std::vector<int64_t> pieces; ///< last dims
    bool sameMemory = false;
    std::atomic<bool> fails{false};
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
        steadyLog.pieces.push_back(in[0].dims.d[in[0].dims.nbDims - 1]);
        steadyLog.sameMemory = inputs[0] == outputs[0];
        return steadyLog.fails ? 3 : in[0].dims.d[0] == out[0].dims.d[0] ? 0 : 1;
    }
};

struct SteadyCreator final : CreatorV3<Steady> {
    SteadyCreator() : CreatorV3("Steady") { tenon::setHostPlugin("Steady", "1"); }
    IPluginV3* createPlugin(char const*, PluginFieldCollection const*, TensorRTPhase) noexcept override {
        return new Steady;
    }
};

struct Traits : ::testing::Test {
    void SetUp() override {
        steadyLog.parts.clear();
        steadyLog.pieces.clear();
    }
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

constexpr uint32_t kPiecewise = tenon::kELEMENTWISE | tenon::kTHREAD_PARALLEL;
constexpr int64_t kWide = 40'001; ///< no piece's multiple

Floats wave(int64_t count) {
    Floats out(static_cast<size_t>(count));
    for (size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<float>(static_cast<int64_t>(i * 37 % 2001) - 1000) / 64;
    return out;
}

/// relu(plugin(x)) * 3 + x, whose last three operators are one pointwise step.
struct Neighbours {
    explicit Neighbours(IPluginV3& plugin) : shop({1, -1, kWide}) {
        shop.config->setProfilingVerbosity(ProfilingVerbosity::kDETAILED);
        static float const three = 3; // the network keeps the address
        auto& n = *shop.network;
        ITensor* at = n.addActivation(*shop.add(plugin, *shop.x).getOutput(0), ActivationType::kRELU)->getOutput(0);
        ITensor* const factor = n.addConstant(shape({1, 1, 1}), {DataType::kFLOAT, &three, 1})->getOutput(0);
        at = n.addElementWise(*at, *factor, ElementWiseOperation::kPROD)->getOutput(0);
        shop.output(*n.addElementWise(*at, *shop.x, ElementWiseOperation::kSUM)->getOutput(0));
    }
    Shop shop;
};

TEST_F(Traits, PointwiseNeighboursAreComputedPieceByPiece) {
    auto run = [&](int32_t steps) {
        Neighbours net(plugin);
        Loaded loaded(net.shop.build());
        EXPECT_TRUE(loaded.engine) << net.shop.logger.text() << loaded.logger.text();
        EXPECT_EQ(loaded.engine->getNbLayers(), steps);
        std::vector<Floats> out;
        for (int64_t const rows : {int64_t{1}, int64_t{3}}) {
            steadyLog.pieces.clear();
            out.push_back(loaded.floats({1, rows, kWide}, wave(rows * kWide)));
            int64_t sum = 0;
            for (int64_t piece : steadyLog.pieces)
                sum += piece;
            EXPECT_EQ(sum, steps == 1 ? rows * kWide : kWide) << "each element once";
            EXPECT_EQ(steadyLog.pieces.size() > 1, steps == 1);
        }
        return out;
    };
    std::vector<Floats> const apart = run(2);
    tenon::setPluginTraits("Steady", "1", "", kPiecewise);
    EXPECT_EQ(run(1), apart) << "the same bits";
    ASSERT_EQ(apart[0].size(), static_cast<size_t>(kWide));
    Floats const x = wave(kWide);
    for (size_t i = 0; i < x.size(); ++i)
        ASSERT_EQ(apart[0][i], std::max(0.0F, 2 * x[i] + 1) * 3 + x[i]) << i;
}

TEST_F(Traits, BetweenGuardsNeighboursAreComputedTogetherToo) {
    tenon::setPluginTraits("Steady", "1", "", kPiecewise);
    Neighbours plain(plugin);
    Loaded loaded(plain.shop.build());
    Floats const wanted = loaded.floats({1, 2, kWide}, wave(2 * kWide));
    tenon::setDebugPlugins(true); // also runs it after a reload
    {
        Neighbours net(plugin);
        Loaded guarded(net.shop.build());
        EXPECT_EQ(guarded.floats({1, 2, kWide}, wave(2 * kWide)), wanted) << net.shop.logger.text();
        EXPECT_EQ(net.shop.logger.text() + guarded.logger.text(), "");
    }
    tenon::setDebugPlugins(false);
}

/// Between convolutions the tensors lie in their order; the pointwise step also reads what the plugin does.
TEST_F(Traits, PiecesLieInTheLayoutOfTheNeighbours) {
    constexpr int32_t kChannels = 16;
    Floats weights(kChannels * kChannels * 9);
    for (size_t i = 0; i < weights.size(); ++i)
        weights[i] = static_cast<float>(i % 5) - 2;
    auto run = [&](uint32_t traits) {
        tenon::setPluginTraits("Steady", "1", "", traits);
        Shop shop({1, kChannels, 33, 33});
        auto& n = *shop.network;
        auto conv = [&](ITensor& x) {
            Weights const kernel{DataType::kFLOAT, weights.data(), static_cast<int64_t>(weights.size())};
            IConvolutionLayer* const layer =
                n.addConvolutionNd(x, kChannels, Dims{2, {3, 3}}, kernel, Weights{DataType::kFLOAT, nullptr, 0});
            layer->setPaddingNd(Dims{2, {1, 1}});
            return layer->getOutput(0);
        };
        ITensor* const before = conv(*shop.x);
        ITensor* const at =
            n.addActivation(*shop.add(plugin, *before).getOutput(0), ActivationType::kRELU)->getOutput(0);
        shop.output(*conv(*n.addElementWise(*at, *before, ElementWiseOperation::kSUM)->getOutput(0)));
        Loaded loaded(shop.build());
        EXPECT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
        Floats x(kChannels * 33 * 33);
        for (size_t i = 0; i < x.size(); ++i)
            x[i] = static_cast<float>(i % 7) - 3; // whole numbers, so that every order of adding gives the same
        steadyLog.pieces.clear();
        return loaded.floats({1, kChannels, 33, 33}, x);
    };
    Floats const apart = run(0);
    EXPECT_EQ(steadyLog.pieces.size(), 1U);
    EXPECT_EQ(run(kPiecewise | tenon::kLAYOUT_AGNOSTIC), apart);
    EXPECT_GT(steadyLog.pieces.size(), 1U);
    EXPECT_EQ(apart.size(), size_t{kChannels} * 33 * 33);
}

TEST_F(Traits, AFailingPieceIsTold) {
    tenon::setPluginTraits("Steady", "1", "", kPiecewise);
    Neighbours net(plugin);
    Loaded loaded(net.shop.build());
    ASSERT_TRUE(loaded.engine) << net.shop.logger.text();
    steadyLog.fails = true;
    EXPECT_FALSE(loaded.run({1, 1, kWide}, wave(kWide)));
    steadyLog.fails = false;
    EXPECT_TRUE(loaded.logger.says("gave status 3") && loaded.logger.says("by hand")) << loaded.logger.text();
}

} // namespace
} // namespace test

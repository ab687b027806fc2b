// SPDX-License-Identifier: Apache-2.0
// Outputs whose size the data decide.
#include "session.h"

#include <gtest/gtest.h>

namespace test {
namespace {

/// What a plugin may declare wrongly.
struct Wrong {
    bool rank = false;  ///< a size tensor of rank 1
    bool type = false;  ///< a size tensor of floats
    bool index = false; ///< a size tensor that is no output
    int64_t upper = 0;  ///< in place of the number of elements
};

/// x of rank 2 -> the positions [2, n] of what is not zero, and n.
class NonZeroP final : public ScaleNewest {
public:
    explicit NonZeroP(Wrong wrong = {}) : ScaleNewest({1, 0}), mWrong(wrong) {}
    IPluginV3* clone() noexcept override { return new NonZeroP(mWrong); }
    IPluginV3* attachToContext(IPluginResourceContext*) noexcept override { return clone(); }
    char const* getPluginName() const noexcept override { return "NonZeroP"; }
    int32_t getNbOutputs() const noexcept override { return 2; }
    int32_t getOutputDataTypes(DataType* out, int32_t, DataType const*, int32_t) const noexcept override {
        out[0] = DataType::kINT64;
        out[1] = mWrong.type ? DataType::kFLOAT : DataType::kINT64;
        return 0;
    }
    int32_t getOutputShapes(DimsExprs const* in, int32_t, DimsExprs const*, int32_t, DimsExprs* out, int32_t,
                            IExprBuilder& e) noexcept override {
        IDimensionExpr const* all = e.operation(DimensionOperation::kPROD, *in[0].d[0], *in[0].d[1]);
        IDimensionExpr const* most = mWrong.upper > 0 ? e.constant(mWrong.upper) : all;
        IDimensionExpr const* half = e.operation(DimensionOperation::kFLOOR_DIV, *most, *e.constant(2));
        out[0].nbDims = 2;
        out[0].d[0] = e.constant(2);
        out[0].d[1] = e.declareSizeTensor(mWrong.index ? 7 : 1, *half, *most);
        out[1].nbDims = mWrong.rank ? 1 : 0;
        out[1].d[0] = e.constant(1);
        return 0;
    }
    bool supportsFormatCombination(int32_t, DynamicPluginTensorDesc const*, int32_t, int32_t) noexcept override {
        return true;
    }
    int32_t onShapeChange(PluginTensorDesc const*, int32_t, PluginTensorDesc const*, int32_t) noexcept override {
        return 0;
    }
    int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const*, void const* const* inputs,
                    void* const* outputs, void*, cudaStream_t) noexcept override {
        auto const* const x = static_cast<float const*>(inputs[0]);
        int64_t const columns = in[0].dims.d[1];
        std::vector<int64_t> found;
        for (int64_t i = 0; i < volume(in[0].dims); ++i)
            if (x[i] != 0)
                found.push_back(i);
        *static_cast<int64_t*>(outputs[1]) = static_cast<int64_t>(found.size());
        if (mWrong.upper > 0 && static_cast<int64_t>(found.size()) > mWrong.upper)
            return 0; // there is no room for them
        auto* to = static_cast<int64_t*>(outputs[0]);
        for (int64_t i : found)
            *to++ = i / columns;
        for (int64_t i : found)
            *to++ = i % columns;
        return 0;
    }

private:
    Wrong mWrong;
};

using Indices = std::vector<int64_t>;

TEST(Sizes, FollowTheData) {
    NonZeroP plugin;
    Registered<CreatorV3<NonZeroP>> const creator("NonZeroP");
    tenon::setHostPlugin("NonZeroP", "1");
    Shop shop({-1, 3});
    ILayer& layer = shop.add(plugin, *shop.x);
    EXPECT_EQ(layer.getOutput(0)->getDimensions().d[0], 2);
    EXPECT_EQ(layer.getOutput(0)->getDimensions().d[1], -1);
    ITensor& dims = *shop.network->addShape(*layer.getOutput(0))->getOutput(0);
    shop.output(*layer.getOutput(0));
    shop.output(*layer.getOutput(1), "n");
    shop.output(dims, "dims");
    Loaded loaded(shop.build());
    ASSERT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
    Floats const first{0, 1, 0, 2, 0, 3};
    for (int round = 0; round < 2; ++round) {
        ASSERT_TRUE(loaded.run({2, 3}, first)) << loaded.logger.text();
        EXPECT_EQ(loaded.outputs["y"].dims, (Indices{2, 3}));
        EXPECT_EQ(loaded.outputs["y"].as<int64_t>(), (Indices{0, 1, 1, 1, 0, 2}));
        EXPECT_EQ(loaded.outputs["n"].as<int64_t>(), (Indices{3}));
        EXPECT_EQ(loaded.outputs["dims"].as<int64_t>(), (Indices{2, 3}));
        ASSERT_TRUE(loaded.run({2, 3}, Floats(6, 0)));
        EXPECT_EQ(loaded.outputs["y"].dims, (Indices{2, 0}));
        EXPECT_EQ(loaded.outputs["n"].as<int64_t>(), (Indices{0}));
        ASSERT_TRUE(loaded.run({2, 3}, Floats(6, 1)));
        EXPECT_EQ(loaded.outputs["y"].dims, (Indices{2, 6}));
        EXPECT_EQ(loaded.outputs["dims"].as<int64_t>(), (Indices{2, 6}));
    }
}

TEST(Sizes, AreBoundedAndFeedWhatFollows) {
    NonZeroP plugin;
    Registered<CreatorV3<NonZeroP>> const creator("NonZeroP");
    tenon::setHostPlugin("NonZeroP", "1");
    Shop shop({2, 3});
    ITensor* const found = shop.add(plugin, *shop.x).getOutput(0);
    shop.output(*found);
    // Rows and columns as floats, and the elements of row 1 alone.
    shop.output(*shop.network->addCast(*found, DataType::kFLOAT)->getOutput(0), "cast");
    int64_t const one = 1;
    ITensor* const index = shop.network->addConstant(Dims{0, {}}, Weights{DataType::kINT64, &one, 1})->getOutput(0);
    shop.output(*shop.network->addGather(*found, *index, 0)->getOutput(0), "columns");
    Loaded loaded(shop.build());
    ASSERT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
    EXPECT_EQ(loaded.context->getMaxOutputSize("y"), 2 * 6 * 8) << "2 x 6 of 8 bytes at most";
    ASSERT_TRUE(loaded.run<float>({2, 3}, {0, 1, 0, 2, 0, 3})) << loaded.logger.text();
    EXPECT_EQ(loaded.outputs["cast"].as<float>(), (Floats{0, 1, 1, 1, 0, 2}));
    EXPECT_EQ(loaded.outputs["columns"].as<int64_t>(), (Indices{1, 0, 2}));
    EXPECT_EQ(loaded.context->getTensorShape("y").d[1], 3);
    // Without an allocator and an address.
    auto const bare = own(loaded.engine->createExecutionContext());
    float x[6 + 16] = {};
    loaded.logger.clear();
    ASSERT_TRUE(bare->setInputTensorAddress("x", x));
    EXPECT_FALSE(bare->enqueueV3(nullptr));
    for (char const* part : {"'y'", "setOutputAllocator", "setTensorAddress"})
        EXPECT_TRUE(loaded.logger.says(part)) << part << "\n" << loaded.logger.text();
}

std::string refusal(Wrong wrong) {
    NonZeroP plugin(wrong);
    tenon::setHostPlugin("NonZeroP", "1");
    Shop shop({2, 3});
    ILayer& layer = shop.add(plugin, *shop.x);
    shop.output(*layer.getOutput(0));
    EXPECT_EQ(shop.build(), "");
    return shop.logger.text();
}

TEST(Sizes, AreDeclaredAsIntegersOfRank0) {
    for (Wrong const& wrong : {Wrong{.rank = true}, Wrong{.type = true}}) {
        std::string const text = refusal(wrong);
        EXPECT_NE(text.find("TN-247"), std::string::npos) << text;
        EXPECT_NE(text.find("output 1 of the plugin 'NonZeroP'"), std::string::npos) << text;
        EXPECT_NE(text.find("rank 0, and type i32 or i64"), std::string::npos) << text;
    }
    std::string const text = refusal({.index = true});
    EXPECT_NE(text.find("output 7 of the plugin 'NonZeroP'"), std::string::npos) << text;
    EXPECT_NE(text.find("there is no such output"), std::string::npos) << text;
}

TEST(Sizes, BeyondTheirBoundAreTold) {
    struct Creator : CreatorV3<NonZeroP> {
        using CreatorV3::CreatorV3;
        IPluginV3* createPlugin(char const*, PluginFieldCollection const*, TensorRTPhase) noexcept override {
            return new NonZeroP({.upper = 6});
        }
    };
    Registered<Creator> const creator("NonZeroP");
    tenon::setHostPlugin("NonZeroP", "1");
    NonZeroP plugin({.upper = 6});
    Shop shop({3, 3});
    shop.output(*shop.add(plugin, *shop.x).getOutput(0));
    Loaded loaded(shop.build());
    ASSERT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
    EXPECT_FALSE(loaded.run({3, 3}, Floats(9, 1)));
    EXPECT_TRUE(loaded.logger.says("TN-247")) << loaded.logger.text();
    EXPECT_TRUE(loaded.logger.says("size tensor 1 of the plugin 'NonZeroP' version '1' in namespace '' holds 9; it "
                                   "declared 0 to 6"))
        << loaded.logger.text();
}

} // namespace
} // namespace test

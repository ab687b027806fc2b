// SPDX-License-Identifier: Apache-2.0
// A plugin of each generation through a network made by hand: built, saved, loaded by another runtime, run at several
// shapes; and what the engine calls on the way.
#include "session.h"

#include <gtest/gtest.h>

namespace test {
namespace {

template <class P>
class Generation2 : public ::testing::Test {};
using Generations2 = ::testing::Types<ScaleOldest, ScaleExt, ScaleInOut, ScaleDynamic>;
TYPED_TEST_SUITE(Generation2, Generations2);

TYPED_TEST(Generation2, BuildsSavesLoadsAndRuns) {
    counts.reset();
    {
        TypeParam plugin({2, 3});
        Registered<CreatorV2<TypeParam>> const creator(plugin.getPluginType(), "");
        tenon::setHostPlugin(plugin.getPluginType(), "1");
        std::string file;
        {
            Shop shop({-1, 3});
            ITensor& y = shop.add(plugin, *shop.x);
            EXPECT_EQ(y.getDimensions().nbDims, 2);
            EXPECT_EQ(y.getDimensions().d[0], -1);
            EXPECT_EQ(y.getDimensions().d[1], 3);
            shop.output(y);
            file = shop.build();
            ASSERT_FALSE(file.empty()) << shop.logger.text();
            EXPECT_EQ(shop.logger.text(), "");
        }
        EXPECT_GT(counts.configured, 0);
        Loaded loaded(file);
        ASSERT_TRUE(loaded.engine) << loaded.logger.text();
        EXPECT_EQ(loaded.floats({1, 3}, {1, 2, 3}), (Floats{5, 7, 9})) << loaded.logger.text();
        EXPECT_EQ(loaded.floats({2, 3}, {0, 0, 0, -1, -2, -3}), (Floats{3, 3, 3, 1, -1, -3}));
        auto const second = own(loaded.engine->createExecutionContext());
        Catcher y;
        float x[3 + 16] = {4, 5, 6};
        ASSERT_TRUE(second->setInputShape("x", shape({1, 3})) && second->setInputTensorAddress("x", x) &&
                    second->setOutputAllocator("y", &y) && second->enqueueV3(nullptr));
        EXPECT_EQ(y.as<float>(), (Floats{11, 13, 15}));
    }
    EXPECT_EQ(counts.made, counts.ended) << "every copy ends once";
    EXPECT_GT(counts.initialized, 0);
    EXPECT_EQ(counts.initialized, counts.terminated) << "every copy that runs is initialised and terminated once";
    EXPECT_EQ(counts.attached, counts.detached);
}

/// As ScaleExt, but its output is of floats whatever comes in.
class ToFloats final : public ScaleBatch<IPluginV2Ext, ToFloats> {
public:
    using ScaleBatch::ScaleBatch;
    char const* getPluginType() const noexcept override { return "ToFloats"; }
    bool supportsFormat(DataType type, PluginFormat format) const noexcept override {
        return isPlainFloat(type, format);
    }
    DataType getOutputDataType(int32_t, DataType const*, int32_t) const noexcept override { return DataType::kFLOAT; }
    void configurePlugin(Dims const*, int32_t, Dims const*, int32_t, DataType const*, DataType const*, bool const*,
                         bool const*, PluginFormat, int32_t) noexcept override {}
    void attachToContext(cudnnContext*, cublasContext*, IGpuAllocator*) noexcept override {}
    void detachFromContext() noexcept override {}
};

TEST(Plugin, OfAnOldKindIsAskedForTheTypesOfItsInputs) {
    for (DataType const type : {DataType::kINT8, DataType::kINT32, DataType::kINT64, DataType::kBOOL}) {
        ToFloats plugin({2, 3});
        tenon::setHostPlugin("ToFloats", "1");
        Shop shop({2, 3}, type);
        shop.output(shop.add(plugin, *shop.x));
        EXPECT_EQ(shop.build(), "") << "it would read bytes of another type as floats";
        EXPECT_TRUE(shop.logger.says("TN-245") && shop.logger.says("by hand")) << shop.logger.text();
    }
}

TEST(Generation3, BuildsSavesLoadsAndRuns) {
    counts.reset();
    {
        ScaleNewest plugin({2, 3});
        Registered<CreatorV3<ScaleNewest>> const creator("ScaleV3");
        tenon::setHostPlugin("ScaleV3", "1");
        std::string file;
        {
            Shop shop({-1, 3});
            ILayer& layer = shop.add(plugin, *shop.x);
            EXPECT_EQ(layer.getType(), LayerType::kPLUGIN_V3);
            shop.output(*layer.getOutput(0));
            file = shop.build();
            ASSERT_FALSE(file.empty()) << shop.logger.text();
        }
        Loaded loaded(file);
        ASSERT_TRUE(loaded.engine) << loaded.logger.text();
        EXPECT_EQ(loaded.floats({1, 3}, {1, 2, 3}), (Floats{5, 7, 9})) << loaded.logger.text();
        counts.shapeChanges = 0;
        EXPECT_EQ(loaded.floats({1, 3}, {2, 2, 3}), (Floats{7, 7, 9}));
        EXPECT_EQ(counts.shapeChanges, 0) << "told only when a shape is another one";
        EXPECT_EQ(loaded.floats({2, 3}, {0, 0, 0, 1, 1, 1}), (Floats{3, 3, 3, 5, 5, 5}));
        EXPECT_EQ(counts.shapeChanges, 1);
    }
    EXPECT_EQ(counts.made, counts.ended);
}

TEST(Generations, TwoOfDifferentKindsInOneEngine) {
    ScaleDynamic first({2, 0});
    ScaleNewest second({1, 1});
    Registered<CreatorV2<ScaleDynamic>> const older("Scale", "");
    Registered<CreatorV3<ScaleNewest>> const newer("ScaleV3");
    tenon::setHostPlugin("Scale", "1");
    tenon::setHostPlugin("ScaleV3", "1");
    Shop shop({4});
    ITensor& middle = shop.add(first, *shop.x);
    shop.output(*shop.add(second, middle).getOutput(0));
    Loaded loaded(shop.build());
    ASSERT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
    EXPECT_EQ(loaded.floats({4}, {1, 2, 3, 4}), (Floats{3, 5, 7, 9})) << loaded.logger.text();
}

// What a plugin may not be, and what its user reads then.

TEST(Plugin, NeedsTheWordThatItRunsOnTheCpu) {
    class Elsewhere : public ScaleNewest {
    public:
        using ScaleNewest::ScaleNewest;
        IPluginV3* clone() noexcept override { return new Elsewhere({1, 0}); }
        char const* getPluginName() const noexcept override { return "Elsewhere"; }
    } plugin({1, 0});
    Shop shop({2});
    shop.output(*shop.add(plugin, *shop.x).getOutput(0));
    EXPECT_EQ(shop.build(), "");
    EXPECT_TRUE(shop.logger.says("TN-246")) << shop.logger.text();
    EXPECT_TRUE(shop.logger.says("TENON_HOST_PLUGIN")) << shop.logger.text();
    EXPECT_TRUE(shop.logger.says("'Elsewhere' version '1'")) << shop.logger.text();
}

TEST(Plugin, OfTheOldestKindNeedsABatch) {
    ScaleOldest plugin({1, 0});
    tenon::setHostPlugin("ScaleOldest", "1");
    Shop shop({-1, -1});
    shop.output(shop.add(plugin, *shop.x));
    EXPECT_EQ(shop.build(), "");
    EXPECT_TRUE(shop.logger.says("TN-249")) << shop.logger.text();
    EXPECT_TRUE(shop.logger.says("a dim of an input other than the first is not fixed")) << shop.logger.text();
}

TEST(Plugin, WithoutItsCreatorIsNotLoaded) {
    ScaleNewest plugin({1, 0});
    std::string file;
    {
        Registered<CreatorV3<ScaleNewest>> const creator("ScaleV3");
        tenon::setHostPlugin("ScaleV3", "1");
        Shop shop({2});
        shop.output(*shop.add(plugin, *shop.x).getOutput(0));
        file = shop.build();
        ASSERT_NE(file, "") << shop.logger.text();
    }
    Registered<CreatorV3<ScaleNewest>> const other("scalev3");
    Loaded loaded(file);
    EXPECT_EQ(loaded.engine, nullptr);
    EXPECT_TRUE(loaded.logger.says("TN-240")) << loaded.logger.text();
    EXPECT_TRUE(loaded.logger.says("'ScaleV3' version '1' in namespace ''")) << loaded.logger.text();
    EXPECT_TRUE(loaded.logger.says("0 match")) << loaded.logger.text();
    EXPECT_TRUE(loaded.logger.says("'scalev3' version '1' in namespace '' (differs in the case of the name)"))
        << loaded.logger.text();
}

/// A status that is not zero, at the run.
class Failing final : public ScaleNewest {
public:
    using ScaleNewest::ScaleNewest;
    IPluginV3* clone() noexcept override { return new Failing({1, 0}); }
    IPluginV3* attachToContext(IPluginResourceContext*) noexcept override { return new Failing({1, 0}); }
    char const* getPluginName() const noexcept override { return "Failing"; }
    int32_t enqueue(PluginTensorDesc const*, PluginTensorDesc const*, void const* const*, void* const*, void*,
                    cudaStream_t) override {
        return 9;
    }
};

TEST(Plugin, StatusOfARunIsTold) {
    Failing plugin({1, 0});
    Registered<CreatorV3<Failing>> const creator("Failing");
    tenon::setHostPlugin("Failing", "1");
    Shop shop({2});
    shop.output(*shop.add(plugin, *shop.x).getOutput(0));
    Loaded loaded(shop.build());
    ASSERT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
    EXPECT_FALSE(loaded.run<float>({2}, {1, 2}));
    EXPECT_TRUE(loaded.logger.says("TN-244")) << loaded.logger.text();
    EXPECT_TRUE(loaded.logger.says("by hand")) << "the layer\n" << loaded.logger.text();
    EXPECT_TRUE(loaded.logger.says("'Failing' version '1'")) << loaded.logger.text();
    EXPECT_TRUE(loaded.logger.says("status 9")) << loaded.logger.text();
}

class Throwing final : public ScaleNewest {
public:
    using ScaleNewest::ScaleNewest;
    IPluginV3* clone() noexcept override { return new Throwing({1, 0}); }
    char const* getPluginName() const noexcept override { return "Throwing"; }
    bool supportsFormatCombination(int32_t, DynamicPluginTensorDesc const*, int32_t, int32_t) override {
        throw std::runtime_error("no table of formats");
    }
};

TEST(Plugin, WhatItThrowsIsTold) {
    Throwing plugin({1, 0});
    tenon::setHostPlugin("Throwing", "1");
    Shop shop({2});
    shop.output(*shop.add(plugin, *shop.x).getOutput(0));
    EXPECT_EQ(shop.build(), "");
    EXPECT_TRUE(shop.logger.says("supportsFormatCombination() of the plugin 'Throwing'")) << shop.logger.text();
    EXPECT_TRUE(shop.logger.says("no table of formats")) << shop.logger.text();
}

} // namespace
} // namespace test

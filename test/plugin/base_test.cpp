// SPDX-License-Identifier: Apache-2.0
// Plugins made of one struct with tenon/plugin_base.h, in both forms: fields, state, clones, shapes, types.
#include "session.h"

#include <tenon/plugin_base.h>

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace test {
namespace {

namespace author = tenon::author;

/// y = scale * x + offsets[i % count], with a text that must be "plain".
struct Shift : author::Op {
    static char const* name() { return "Shift"; }
    static uint32_t traits() { return tenon::kIN_PLACE | tenon::kCAPTURE_SAFE; }
    float scale = 1;
    std::vector<float> offsets{0};
    std::array<int32_t, 2> pair{{1, 1}};
    std::string mode = "plain";
    template <class V>
    void fields(V& visit) {
        visit("scale", scale);
        visit("offsets", offsets);
        visit("pair", pair);
        visit("mode", mode);
    }
    char const* wrong() const { return mode == "plain" ? nullptr : "the mode is not 'plain'"; }
    int32_t run(author::Call const& call) const {
        auto const count = static_cast<int64_t>(offsets.size());
        return call.floats([&](auto kind) {
            using T = decltype(kind);
            for (int64_t i = 0, n = author::volume(call.dims(0)); i < n; ++i)
                call.output<T>(0)[i] = scale * call.input<T>(0)[i] + offsets[static_cast<size_t>(i % count)] * pair[0];
        });
    }
};
struct Shift3 : Shift {
    static char const* name() { return "Shift3"; }
};
TENON_REGISTER_PLUGIN_V2(Shift);
TENON_REGISTER_PLUGIN_V3(Shift3);

/// Two inputs; outputs: their sum with twice the first dim of input 0, and the number of inputs as an integer.
struct Pair : author::Op {
    static char const* name() { return "Pair"; }
    int32_t outputs() const { return 2; }
    void shapes(author::Shapes& s) const {
        s.set(0, {s.product(s.dim(0, 0), s.number(2)), s.dim(0, 1)});
        s.set(1, {s.number(1)});
    }
    DataType outputType(int32_t index, DataType const* in, int32_t) const {
        return index == 0 ? in[0] : DataType::kINT32;
    }
    bool takes(int32_t position, PluginTensorDesc const* t, int32_t nbInputs, int32_t) const {
        return isLinear(t[position]) &&
               t[position].type == (position == nbInputs + 1 ? DataType::kINT32 : DataType::kFLOAT);
    }
    size_t workspace(PluginTensorDesc const* in, int32_t, PluginTensorDesc const*, int32_t) const {
        return static_cast<size_t>(author::volume(in[0].dims)) * sizeof(float);
    }
    int32_t run(author::Call const& call) const {
        int64_t const n = author::volume(call.dims(0));
        auto* const sums = static_cast<float*>(call.workspace);
        for (int64_t i = 0; i < n; ++i)
            sums[i] = call.input<float>(0)[i] + call.input<float>(1)[i];
        for (int64_t i = 0; i < 2 * n; ++i)
            call.output<float>(0)[i] = sums[i % n];
        *call.output<int32_t>(1) = call.nbInputs;
        return 0;
    }
};
struct Pair3 : Pair {
    static char const* name() { return "Pair3"; }
};
TENON_REGISTER_PLUGIN_V2(Pair);
TENON_REGISTER_PLUGIN_V3(Pair3);

std::vector<PluginField> someFields() {
    static float const scale = 2, offsets[] = {1, 10};
    static int32_t const pair[] = {3, 4};
    return {{"pair", pair, PluginFieldType::kINT32, 2},
            {"unknown", &scale, PluginFieldType::kFLOAT32, 1},
            {"offsets", offsets, PluginFieldType::kFLOAT32, 2},
            {"scale", &scale, PluginFieldType::kFLOAT32, 1},
            {"mode", "plain", PluginFieldType::kCHAR, 6}};
}

IPluginV2* makeV2(char const* name, std::vector<PluginField> const& fields) {
    auto* const creator = static_cast<IPluginCreator*>(getPluginRegistry()->getCreator(name, "1"));
    PluginFieldCollection const all{static_cast<int32_t>(fields.size()), fields.data()};
    return creator->createPlugin("p", &all);
}
IPluginV3* makeV3(char const* name, std::vector<PluginField> const& fields) {
    auto* const creator = static_cast<IPluginCreatorV3One*>(getPluginRegistry()->getCreator(name, "1"));
    PluginFieldCollection const all{static_cast<int32_t>(fields.size()), fields.data()};
    return creator->createPlugin("p", &all, TensorRTPhase::kBUILD);
}
ITensor& addTo(Shop& shop, bool newer) {
    if (newer) {
        std::unique_ptr<IPluginV3> const plugin(makeV3("Shift3", someFields()));
        return *shop.add(*plugin, *shop.x).getOutput(0);
    }
    IPluginV2* const plugin = makeV2("Shift", someFields());
    ITensor& y = shop.add(*plugin, *shop.x);
    plugin->destroy();
    return y;
}

TEST(Base, BuildsSavesLoadsAndRunsInBothForms) {
    for (bool newer : {false, true}) {
        std::string file;
        {
            Shop shop({-1});
            shop.output(addTo(shop, newer));
            file = shop.build();
            ASSERT_NE(file, "") << shop.logger.text();
        }
        Loaded loaded(file);
        ASSERT_TRUE(loaded.engine) << loaded.logger.text();
        EXPECT_EQ(loaded.floats({3}, {1, 2, 3}), (Floats{5, 34, 9})) << loaded.logger.text();
        EXPECT_EQ(loaded.floats({1}, {-1}), (Floats{1}));
    }
}

TEST(Base, HalvesComputeAsFloats) {
    for (bool newer : {false, true}) {
        Shop shop({-1}, DataType::kHALF);
        shop.output(addTo(shop, newer));
        Loaded loaded(shop.build());
        ASSERT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
        ASSERT_TRUE(loaded.run<uint16_t>({2}, {0x3C00, 0xC000})) << loaded.logger.text();       // 1, -2
        EXPECT_EQ(loaded.outputs["y"].as<uint16_t>(), (std::vector<uint16_t>{0x4500, 0x4E80})); // 5, 26
    }
}

TEST(Base, HalfRoundsToTheNearest) {
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
        author::Half h;
        h.bits = static_cast<uint16_t>(bits);
        float const f = h;
        if (std::isnan(f))
            EXPECT_EQ(bits & 0x7C00U, 0x7C00U);
        else
            EXPECT_EQ(author::Half(f).bits, bits);
        if (std::isfinite(f) && bits < 0x7BFF) { // between two neighbours, the even one
            author::Half next;
            next.bits = static_cast<uint16_t>(bits + 1);
            EXPECT_EQ(author::Half((f + static_cast<float>(next)) / 2).bits, bits + (bits & 1U));
        }
    }
    EXPECT_EQ(author::Half(65519.0F).bits, 0x7BFF);
    EXPECT_EQ(author::Half(65520.0F).bits, 0x7C00);
    EXPECT_EQ(author::Half(std::numeric_limits<float>::infinity()).bits, 0x7C00);
    EXPECT_TRUE(std::isnan(static_cast<float>(author::Half(std::nanf("")))));
}

TEST(Base, WhatFieldsAreWrongIsTold) {
    Shop const shop({1}); // its logger is the process's, or an earlier one is
    float const number = 1;
    double const wide = 1;
    for (bool newer : {false, true}) {
        auto made = [&](PluginField const& field) {
            if (newer)
                return std::unique_ptr<IPluginV3>(makeV3("Shift3", {field})) != nullptr;
            IPluginV2* const plugin = makeV2("Shift", {field});
            if (plugin != nullptr)
                plugin->destroy();
            return plugin != nullptr;
        };
        EXPECT_TRUE(made({"scale", &number, PluginFieldType::kFLOAT32, 1}));
        EXPECT_FALSE(made({"scale", &wide, PluginFieldType::kFLOAT64, 1}));
        EXPECT_FALSE(made({"scale", &number, PluginFieldType::kFLOAT32, 2}));
        EXPECT_FALSE(made({"scale", nullptr, PluginFieldType::kFLOAT32, 1}));
        EXPECT_FALSE(made({"pair", &number, PluginFieldType::kINT32, 1}));
        EXPECT_FALSE(made({"mode", "other", PluginFieldType::kCHAR, 5}));
    }
}

TEST(Base, StateOfAnotherSizeIsRefused) {
    IPluginV2* const plugin = makeV2("Shift", someFields());
    std::vector<char> bytes(plugin->getSerializationSize());
    plugin->serialize(bytes.data());
    plugin->destroy();
    auto* const creator = static_cast<IPluginCreator*>(getPluginRegistry()->getCreator("Shift", "1"));
    for (size_t size = 0; size <= bytes.size() + 1; ++size) {
        std::vector<char> part(bytes);
        part.resize(size);
        IPluginV2* const again = creator->deserializePlugin("p", part.data(), part.size());
        EXPECT_EQ(again != nullptr, size == bytes.size());
        if (again != nullptr)
            again->destroy();
    }
}

TEST(Base, ClonesKeepTheNamespace) {
    IPluginV2* const plugin = makeV2("Shift", {});
    plugin->setPluginNamespace("acme");
    IPluginV2* const copy = plugin->clone();
    EXPECT_STREQ(copy->getPluginNamespace(), "acme");
    copy->destroy();
    plugin->destroy();
}

TEST(Base, OutputsHaveShapesTypesAndWorkspaceOfTheirOwn) {
    for (bool newer : {false, true}) {
        Shop shop({-1, 2});
        ITensor* inputs[] = {shop.x, shop.x};
        ILayer* layer = nullptr;
        if (newer) {
            std::unique_ptr<IPluginV3> const plugin(makeV3("Pair3", {}));
            layer = shop.network->addPluginV3(inputs, 2, nullptr, 0, *plugin);
        } else {
            IPluginV2* const plugin = makeV2("Pair", {});
            layer = shop.network->addPluginV2(inputs, 2, *plugin);
            plugin->destroy();
        }
        ASSERT_NE(layer, nullptr) << shop.logger.text();
        shop.output(*layer->getOutput(0));
        shop.output(*layer->getOutput(1), "count");
        Loaded loaded(shop.build());
        ASSERT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
        EXPECT_EQ(loaded.floats({2, 2}, {1, 2, 3, 4}), (Floats{2, 4, 6, 8, 2, 4, 6, 8})) << loaded.logger.text();
        EXPECT_EQ(loaded.outputs["y"].dims, (std::vector<int64_t>{4, 2}));
        EXPECT_EQ(loaded.outputs["count"].as<int32_t>(), std::vector<int32_t>{2});
    }
}

/// An output without inputs.
struct Seven3 : author::Op {
    static char const* name() { return "Seven3"; }
    void shapes(author::Shapes& s) const { s.set(0, {s.number(3)}); }
    int32_t run(author::Call const& call) const {
        return call.floats([&](auto kind) { std::fill_n(call.output<decltype(kind)>(0), 3, decltype(kind)(7.0F)); });
    }
};
TENON_REGISTER_PLUGIN_V3(Seven3);

TEST(Base, ANodeWithoutInputsIsComputedOrRefused) {
    for (char const* name : {"Seven3", "Shift3", "Pair3", "Shift"}) {
        Shop shop({1});
        ILayer* layer = nullptr;
        if (std::string(name) == "Shift") {
            IPluginV2* const plugin = makeV2(name, {});
            layer = shop.network->addPluginV2(nullptr, 0, *plugin);
            plugin->destroy();
        } else {
            std::unique_ptr<IPluginV3> const plugin(makeV3(name, {}));
            layer = shop.network->addPluginV3(nullptr, 0, nullptr, 0, *plugin);
        }
        ASSERT_NE(layer, nullptr) << shop.logger.text();
        layer->setName("alone");
        shop.output(*layer->getOutput(0));
        std::string const file = shop.build();
        EXPECT_EQ(file.empty(), std::string(name) != "Seven3") << name << shop.logger.text();
        if (file.empty()) {
            EXPECT_TRUE(shop.logger.says("alone")) << shop.logger.text();
            EXPECT_TRUE(shop.logger.says("getOutput") || shop.logger.says("it has -1 dims")) << shop.logger.text();
            continue;
        }
        Loaded loaded(file);
        ASSERT_TRUE(loaded.engine) << loaded.logger.text();
        EXPECT_EQ(loaded.floats({1}, {1}), (Floats{7, 7, 7})) << loaded.logger.text();
    }
}

} // namespace
} // namespace test

// SPDX-License-Identifier: Apache-2.0
// One of the sample plugins in a network: its library loaded for as long as a test wants, the plugin added by hand or
// found by the parser, and the engine saved and loaded before it runs.
#pragma once

#include "test/onnx/model_writer.h"
#include "test/plugin/session.h"

#include <NvOnnxParser.h>
#include <gtest/gtest.h>
#include <numeric>
#include <random>

namespace test {

namespace t = tenon::test;

/// "_base" is made with tenon/plugin_base.h, "" written out.
inline constexpr char const* kStyles[] = {"", "_base"};

class SampleLibrary {
public:
    SampleLibrary(std::string const& name, std::string const& style) {
        std::string const file = std::string(TENON_SAMPLE_PLUGINS) + "/libsample_" + name + style + ".so";
        mHandle = getPluginRegistry()->loadLibrary(file.c_str());
        EXPECT_NE(mHandle, nullptr) << file;
    }
    ~SampleLibrary() {
        if (mHandle != nullptr)
            getPluginRegistry()->deregisterLibrary(mHandle);
    }
    SampleLibrary(SampleLibrary const&) = delete;
    SampleLibrary& operator=(SampleLibrary const&) = delete;

private:
    IPluginRegistry::PluginLibraryHandle mHandle = nullptr;
};

using Extents = std::vector<int64_t>;

inline int64_t product(Extents const& of) {
    return std::accumulate(of.begin(), of.end(), int64_t{1}, std::multiplies<>());
}
inline std::string textOf(Extents const& of) {
    std::string out;
    for (int64_t d : of)
        out += std::to_string(d) + " ";
    return out;
}

/// A network of one plugin, "x" to "y", whose dims lie between two extents.
struct Case {
    std::string name;
    Extents min, max;
    DataType type = DataType::kFLOAT;
    std::vector<PluginField> fields{};
};

inline std::string finish(IBuilder& builder, INetworkDefinition& network, Case const& c) {
    auto const config = own(builder.createBuilderConfig());
    config->setBuilderOptimizationLevel(0);
    IOptimizationProfile* const profile = builder.createOptimizationProfile();
    profile->setDimensions("x", OptProfileSelector::kMIN, shape(c.min));
    profile->setDimensions("x", OptProfileSelector::kOPT, shape(c.max));
    profile->setDimensions("x", OptProfileSelector::kMAX, shape(c.max));
    config->addOptimizationProfile(profile);
    auto const memory = own(builder.buildSerializedNetwork(network, *config));
    return memory ? std::string(static_cast<char const*>(memory->data()), memory->size()) : std::string();
}

inline Extents open(Case const& c) {
    Extents out = c.max;
    for (size_t i = 0; i < out.size(); ++i)
        if (c.min[i] != c.max[i])
            out[i] = -1;
    return out;
}

/// By addPluginV2 or addPluginV3, whichever the creator makes. The engine's bytes; "" after a failure.
inline std::string buildByHand(Case const& c, Logger& logger) {
    auto const builder = own(createInferBuilder(logger));
    auto const network = own(builder->createNetworkV2(0));
    ITensor* inputs[] = {network->addInput("x", c.type, shape(open(c)))};
    auto* const creator = getPluginRegistry()->getCreator(c.name.c_str(), "1");
    if (creator == nullptr)
        return "";
    PluginFieldCollection const fields{static_cast<int32_t>(c.fields.size()), c.fields.data()};
    ILayer* layer = nullptr;
    if (std::string(creator->getInterfaceInfo().kind) == "PLUGIN CREATOR_V1") {
        auto* const plugin = static_cast<IPluginCreator*>(creator)->createPlugin("p", &fields);
        if (plugin == nullptr)
            return "";
        layer = network->addPluginV2(inputs, 1, *plugin);
        plugin->destroy();
    } else {
        std::unique_ptr<IPluginV3> const plugin(
            static_cast<IPluginCreatorV3One*>(creator)->createPlugin("p", &fields, TensorRTPhase::kBUILD));
        if (!plugin)
            return "";
        layer = network->addPluginV3(inputs, 1, nullptr, 0, *plugin);
    }
    if (layer == nullptr)
        return "";
    layer->getOutput(0)->setName("y");
    network->markOutput(*layer->getOutput(0));
    return finish(*builder, *network, c);
}

/// By an ONNX model with a node of the plugin's name.
inline std::string buildFromModel(Case const& c, std::vector<t::Wire> const& attributes, Logger& logger) {
    auto typed = [&](char const* name) {
        t::Wire dims;
        for (int64_t d : open(c))
            dims.message(1, d < 0 ? t::Wire() : t::Wire().number(1, d));
        int const type = c.type == DataType::kHALF ? 10 : 1;
        return t::value(name, t::Wire().message(1, t::Wire().number(1, type).message(2, dims)));
    };
    t::Graph g;
    g.inputs = {typed("x")};
    g.outputs = {typed("y")};
    t::Wire node = t::node(c.name, {"x"}, {"y"}, "the node", {}, "acme");
    for (t::Wire const& a : attributes)
        node.message(5, a);
    g.nodes = {node};
    std::string const model = t::model(g, 17, t::Wire().message(8, t::opset("acme", 1))).bytes;
    auto const builder = own(createInferBuilder(logger));
    auto const network = own(builder->createNetworkV2(0));
    auto const parser = own(nvonnxparser::createParser(*network, logger));
    return parser->parse(model.data(), model.size()) ? finish(*builder, *network, c) : "";
}

template <class T>
std::vector<T> runSaved(Loaded& loaded, Extents const& dims, std::vector<T> const& x) {
    if (!loaded.engine || !loaded.run<T>(dims, x))
        return {};
    EXPECT_EQ(loaded.outputs["y"].dims, dims);
    return loaded.outputs["y"].as<T>();
}

} // namespace test

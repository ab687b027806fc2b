// SPDX-License-Identifier: Apache-2.0
// Small ONNX models as bytes, and networks that are parsed from them.
#pragma once

#include "recorder.h"
#include "test/onnx/model_writer.h"

#include <NvOnnxParser.h>

#include <cmath>
#include <string>

namespace test {

inline std::vector<float> waves(size_t count, float step = 0.37F) {
    std::vector<float> out(count);
    for (size_t i = 0; i < count; ++i)
        out[i] = std::sin(static_cast<float>(i) * step);
    return out;
}

/// y = relu(conv(x, w) + b): x is [N, 3, 8, 8] with `batch` for N, a number or a name.
inline std::string convModel(std::string const& batch = "1", float step = 0.37F) {
    namespace t = tenon::test;
    t::Graph g;
    g.inputs = {t::value("x", {batch, "3", "8", "8"})};
    g.outputs = {t::value("y", {batch, "4", "8", "8"})};
    g.initializers = {t::floats("w", {4, 3, 3, 3}, waves(108, step)), t::floats("b", {4}, {0.5F, -0.5F, 0, 1})};
    t::Wire pads = t::Wire().text(1, "pads").numbers(8, {1, 1, 1, 1}).number(20, 7);
    g.nodes = {t::node("Conv", {"x", "w", "b"}, {"c"}, "conv1", {pads}), t::node("Relu", {"c"}, {"y"}, "relu1")};
    return t::model(g).bytes;
}

/// y = x + x, of any shape that `dims` says.
inline std::string addModel(std::initializer_list<std::string_view> dims) {
    namespace t = tenon::test;
    t::Graph g;
    g.inputs = {t::value("x", dims)};
    g.outputs = {t::value("y", dims)};
    g.nodes = {t::node("Add", {"x", "x"}, {"y"}, "add1")};
    return t::model(g).bytes;
}

/// A builder with a network and a parser for it. The logger outlives them.
struct Workshop {
    explicit Workshop(int32_t version = NV_TENSORRT_VERSION)
        : builder(static_cast<nvinfer1::IBuilder*>(createInferBuilder_INTERNAL(&logger, version))),
          network(builder->createNetworkV2(1U)), config(builder->createBuilderConfig()),
          parser(nvonnxparser::createParser(*network, logger)) {}

    bool parse(std::string const& model) { return parser->parse(model.data(), model.size()); }
    /// The engine's bytes; empty when the build failed.
    std::string build() {
        auto const memory = own(builder->buildSerializedNetwork(*network, *config));
        return memory ? std::string(static_cast<char const*>(memory->data()), memory->size()) : std::string();
    }
    /// Adds a profile of one input.
    int32_t addProfile(char const* name, nvinfer1::Dims const& min, nvinfer1::Dims const& opt,
                       nvinfer1::Dims const& max) {
        nvinfer1::IOptimizationProfile* const profile = builder->createOptimizationProfile();
        profile->setDimensions(name, nvinfer1::OptProfileSelector::kMIN, min);
        profile->setDimensions(name, nvinfer1::OptProfileSelector::kOPT, opt);
        profile->setDimensions(name, nvinfer1::OptProfileSelector::kMAX, max);
        return config->addOptimizationProfile(profile);
    }

    Logger logger;
    std::unique_ptr<nvinfer1::IBuilder> builder;
    std::unique_ptr<nvinfer1::INetworkDefinition> network;
    std::unique_ptr<nvinfer1::IBuilderConfig> config;
    std::unique_ptr<nvonnxparser::IParser> parser;
};

} // namespace test

// SPDX-License-Identifier: Apache-2.0
// A small ONNX model with one node that a plugin computes, parsed, built, loaded and run.
#pragma once

#include "session.h"
#include "test/onnx/model_writer.h"

#include <NvOnnxParser.h>

#include <memory>
#include <string>
#include <vector>

namespace test {

namespace t = tenon::test;
using t::Wire;

inline Wire floatsAttribute(char const* name, std::vector<float> const& values) {
    return Wire().text(1, name).reals(7, values).number(20, 6);
}
inline Wire intsAttribute(char const* name, std::vector<int64_t> const& values) {
    return Wire().text(1, name).numbers(8, values).number(20, 7);
}

/// y = OP(x), x f32[2].
inline std::string modelOf(char const* op, std::vector<Wire> const& attributes, char const* domain = "acme",
                           Wire const& more = Wire()) {
    t::Graph g;
    g.inputs = {t::value("x", {"2"})};
    g.outputs = {t::value("y", {"2"})};
    Wire node = t::node(op, {"x"}, {"y"}, "the node", {}, domain);
    for (Wire const& a : attributes)
        node.message(5, a);
    g.nodes = {node};
    return t::model(g, 17, Wire().message(8, t::opset("acme", 1)).with(more)).bytes;
}

/// Parses, builds, loads and runs; empty when one of them failed.
struct Parsed {
    explicit Parsed(std::string const& model, nvonnxparser::OnnxParserFlags flags = 0)
        : builder(own(createInferBuilder(logger))), network(own(builder->createNetworkV2(0))),
          parser(own(nvonnxparser::createParser(*network, logger))) {
        parser->setFlags(parser->getFlags() | flags);
        good = parser->parse(model.data(), model.size());
    }
    Floats run(Floats const& x) {
        auto const config = own(builder->createBuilderConfig());
        config->setBuilderOptimizationLevel(0);
        auto const file = own(builder->buildSerializedNetwork(*network, *config));
        if (!file)
            return {};
        loaded = std::make_unique<Loaded>(std::string(static_cast<char const*>(file->data()), file->size()));
        return loaded->engine ? loaded->floats({static_cast<int64_t>(x.size())}, x) : Floats();
    }
    std::string text() const { return logger.text() + (loaded ? loaded->logger.text() : ""); }

    Logger logger;
    std::unique_ptr<IBuilder> builder;
    std::unique_ptr<INetworkDefinition> network;
    std::unique_ptr<nvonnxparser::IParser> parser;
    std::unique_ptr<Loaded> loaded;
    bool good = false;
};

} // namespace test

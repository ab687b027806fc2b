// SPDX-License-Identifier: Apache-2.0
// Reads models from memory, and gives back their errors.
#pragma once

#include "base/error.h"
#include "onnx/reader.h"
#include "test/onnx/model_writer.h"

#include <optional>
#include <vector>

namespace tenon::test {

inline Network read(Wire const& m, onnx::ReadOptions const& options = {}) {
    return onnx::readModel(m.buffer(), std::nullopt, builtinTable(), onnx::builtinImporters(), options);
}

/// The errors that reading gives, one or several.
inline std::vector<Error> errorsOf(Wire const& m, onnx::ReadOptions const& options = {}) {
    try {
        read(m, options);
    } catch (Error const& e) {
        return {e};
    } catch (ErrorList const& e) {
        return e.errors();
    }
    return {};
}

/// Softmax after Softmax: x -> names[0] -> names[1] ...
inline Graph chain(std::vector<std::string> const& names) {
    Graph g{{}, {}, {value("x", {"2", "3"})}, {value(names.back(), {"2", "3"})}};
    std::string before = "x";
    for (std::string const& n : names) {
        g.nodes.push_back(node("Softmax", {before}, {n}));
        before = n;
    }
    return g;
}

/// The local function acme::Twice(x; axis, other = 0): Softmax along `axis`, then along `other`.
inline Wire twice() {
    return function("acme", "Twice", {"x"}, {"y"},
                    {node("Softmax", {"x"}, {"m"}, "in", {attributeReference("axis", "axis", 2)}),
                     node("Softmax", {"m"}, {"y"}, "out", {attributeReference("axis", "other", 2)})},
                    {"axis"})
        .message(11, attribute("other", int64_t{0}));
}

} // namespace tenon::test

// SPDX-License-Identifier: Apache-2.0
// LayerNormalization of the default domain.
#include "onnx/importer.h"
#include "ops/layernorm/layernorm.h"

namespace tenon::ops {
namespace layernorm {
namespace {

void import(onnx::ImportContext& node) {
    Attributes const attrs{node.integer("axis", -1), node.number("epsilon", 1e-5)};
    std::vector<TensorId> operands{node.in(0), node.in(1)};
    if (node.has(2))
        operands.push_back(node.in(2));
    size_t const results = node.wantsOutput(2) ? 3 : (node.wantsOutput(1) ? 2 : 1);
    TensorId const first = node.emit("layernorm", attrs, std::move(operands), results);
    for (size_t i = 0; i < results; ++i)
        node.setOut(i, first + static_cast<TensorId>(i));
}

} // namespace
} // namespace layernorm

void layernorm_onnx(onnx::ImporterTable& table) {
    // Before opset 17 exporters wrote the same node without its being defined.
    table.add("", "LayerNormalization", 1, layernorm::import);
}

} // namespace tenon::ops

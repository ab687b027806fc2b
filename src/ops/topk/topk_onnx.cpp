// SPDX-License-Identifier: Apache-2.0
// TopK of the default domain: k is an attribute up to opset 9 and an operand since 10; largest and sorted came with 11.
#include "onnx/importer.h"
#include "ops/topk/topk.h"

namespace tenon::ops {
namespace topk {
namespace {

void import(onnx::ImportContext& node) {
    TensorId const k = node.opset() < 10 ? node.constantOf({node.integer("k", 0)}) : node.in(1);
    Attributes const attrs{node.integer("axis", -1), node.integer("largest", 1) != 0, node.integer("sorted", 1) != 0};
    TensorId const first = node.emit("topk", attrs, {node.in(0), k}, 2);
    for (size_t i = 0; i < node.outputs(); ++i)
        node.setOut(i, first + static_cast<TensorId>(i));
}

} // namespace
} // namespace topk

void topk_onnx(onnx::ImporterTable& table) {
    table.add("", "TopK", 1, topk::import);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// TensorScatter of the default domain.
#include "onnx/importer.h"
#include "ops/tensor_scatter/tensor_scatter.h"

namespace tenon::ops {
namespace tensor_scatter {
namespace {

void import(onnx::ImportContext& node) {
    std::string const mode = node.text("mode", "linear");
    if (mode != "linear" && mode != "circular")
        node.fail(Message::kAttribute, "a mode of writing that is unknown", "linear or circular", mode);
    std::vector<TensorId> operands{node.in(0), node.in(1)};
    if (node.has(2))
        operands.push_back(node.in(2));
    node.setOut(
        0, node.emit("tensor_scatter", Attributes{node.integer("axis", -2), mode == "circular"}, std::move(operands)));
}

} // namespace
} // namespace tensor_scatter

void tensor_scatter_onnx(onnx::ImporterTable& table) {
    table.add("", "TensorScatter", 24, tensor_scatter::import);
}

} // namespace tenon::ops

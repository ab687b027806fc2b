// SPDX-License-Identifier: Apache-2.0
// Conv of the default domain.
#include "onnx/attributes.h"

namespace tenon::ops {
namespace conv {
namespace {

void import(onnx::ImportContext& node) {
    std::vector<TensorId> operands{node.in(0), node.in(1)};
    if (node.has(2))
        operands.push_back(node.in(2));
    node.setOut(0, node.emit("conv", onnx::convolutionOf(node), std::move(operands)));
}

} // namespace
} // namespace conv

void conv_onnx(onnx::ImporterTable& table) {
    table.add("", "Conv", 1, conv::import);
}

} // namespace tenon::ops

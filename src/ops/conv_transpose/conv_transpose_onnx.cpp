// SPDX-License-Identifier: Apache-2.0
// ConvTranspose of the default domain.
#include "onnx/attributes.h"
#include "ops/conv_transpose/conv_transpose.h"

namespace tenon::ops {
namespace conv_transpose {
namespace {

void import(onnx::ImportContext& node) {
    Attributes attrs;
    attrs.window = onnx::windowOf(node);
    attrs.group = node.integer("group", 1);
    attrs.outputPadding = node.integers("output_padding");
    attrs.outputShape = node.integers("output_shape");
    std::vector<TensorId> operands{node.in(0), node.in(1)};
    if (node.has(2))
        operands.push_back(node.in(2));
    node.setOut(0, node.emit("conv_transpose", attrs, std::move(operands)));
}

} // namespace
} // namespace conv_transpose

void conv_transpose_onnx(onnx::ImporterTable& table) {
    table.add("", "ConvTranspose", 1, conv_transpose::import);
}

} // namespace tenon::ops

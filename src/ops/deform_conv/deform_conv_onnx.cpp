// SPDX-License-Identifier: Apache-2.0
// DeformConv of the default domain.
#include "onnx/importer.h"
#include "ops/deform_conv/deform_conv.h"

namespace tenon::ops {
namespace deform_conv {
namespace {

void import(onnx::ImportContext& node) {
    Attributes attrs;
    attrs.window.kernel = node.integers("kernel_shape");
    attrs.window.strides = node.integers("strides");
    attrs.window.pads = node.integers("pads");
    attrs.window.dilations = node.integers("dilations");
    attrs.group = node.integer("group", 1);
    attrs.offsetGroup = node.integer("offset_group", 1);
    std::vector<TensorId> operands;
    for (size_t i = 0; i < node.inputs(); ++i)
        operands.push_back(node.in(i));
    node.setOut(0, node.emit("deform_conv", std::move(attrs), std::move(operands)));
}

} // namespace
} // namespace deform_conv

void deform_conv_onnx(onnx::ImporterTable& table) {
    table.add("", "DeformConv", 19, deform_conv::import);
}

} // namespace tenon::ops

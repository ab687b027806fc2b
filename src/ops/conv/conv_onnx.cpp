// SPDX-License-Identifier: Apache-2.0
// Conv of the default domain.
#include "onnx/importer.h"
#include "ops/conv/conv.h"

namespace tenon::ops {
namespace conv {
namespace {

void import(onnx::ImportContext& node) {
    Attributes attrs;
    attrs.window.kernel = node.integers("kernel_shape");
    attrs.window.strides = node.integers("strides");
    attrs.window.pads = node.integers("pads");
    attrs.window.dilations = node.integers("dilations");
    attrs.window.autoPad = autoPadFromName(node.text("auto_pad", "NOTSET"));
    attrs.group = node.integer("group", 1);
    std::vector<TensorId> operands{node.in(0), node.in(1)};
    if (node.has(2))
        operands.push_back(node.in(2));
    node.setOut(0, node.emit("conv", attrs, std::move(operands)));
}

} // namespace
} // namespace conv

void conv_onnx(onnx::ImporterTable& table) {
    table.add("", "Conv", 1, conv::import);
}

} // namespace tenon::ops

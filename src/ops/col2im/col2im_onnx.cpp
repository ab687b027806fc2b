// SPDX-License-Identifier: Apache-2.0
// Col2Im of the default domain.
#include "onnx/importer.h"
#include "ops/col2im/col2im.h"

namespace tenon::ops {
namespace col2im {
namespace {

void import(onnx::ImportContext& node) {
    Attributes attrs;
    attrs.window.strides = node.integers("strides");
    attrs.window.pads = node.integers("pads");
    attrs.window.dilations = node.integers("dilations");
    node.setOut(0, node.emit("col2im", std::move(attrs), {node.in(0), node.in(1), node.in(2)}));
}

} // namespace
} // namespace col2im

void col2im_onnx(onnx::ImporterTable& table) {
    table.add("", "Col2Im", 18, col2im::import);
}

} // namespace tenon::ops

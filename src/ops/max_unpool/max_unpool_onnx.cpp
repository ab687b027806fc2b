// SPDX-License-Identifier: Apache-2.0
// MaxUnpool of the default domain.
#include "onnx/importer.h"
#include "ops/max_unpool/max_unpool.h"

namespace tenon::ops {
namespace max_unpool {
namespace {

void import(onnx::ImportContext& node) {
    Attributes attrs;
    attrs.window.kernel = node.integers("kernel_shape");
    attrs.window.strides = node.integers("strides");
    attrs.window.pads = node.integers("pads");
    std::vector<TensorId> operands{node.in(0), node.in(1)};
    if (node.has(2))
        operands.push_back(node.in(2));
    node.setOut(0, node.emit("max_unpool", std::move(attrs), std::move(operands)));
}

} // namespace
} // namespace max_unpool

void max_unpool_onnx(onnx::ImporterTable& table) {
    table.add("", "MaxUnpool", 9, max_unpool::import);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Slice of the default domain: starts, ends and axes are attributes up to opset 9 and operands since 10, when steps
// came.
#include "onnx/importer.h"

namespace tenon::ops {
namespace slice {
namespace {

void withAttributes(onnx::ImportContext& node) {
    TensorId const axes = node.hasAttribute("axes") ? node.constantOf(node.integers("axes")) : kNoTensor;
    TensorId const starts = node.constantOf(node.integers("starts"));
    node.setOut(0, node.emit("slice", {}, {node.in(0), starts, node.constantOf(node.integers("ends")), axes}));
}

} // namespace
} // namespace slice

void slice_onnx(onnx::ImporterTable& table) {
    table.add("", "Slice", 1, slice::withAttributes);
    table.add("", "Slice", 10, onnx::importAs<NoAttrs, "slice">);
}

} // namespace tenon::ops

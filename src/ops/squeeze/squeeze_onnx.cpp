// SPDX-License-Identifier: Apache-2.0
// Squeeze of the default domain: the axes are an attribute up to opset 12 and an operand since 13.
#include "onnx/importer.h"

namespace tenon::ops {
namespace squeeze {
namespace {

void withAttribute(onnx::ImportContext& node) {
    TensorId const axes = node.hasAttribute("axes") ? node.constantOf(node.integers("axes")) : kNoTensor;
    node.setOut(0, node.emit("squeeze", {}, {node.in(0), axes}));
}

} // namespace
} // namespace squeeze

void squeeze_onnx(onnx::ImporterTable& table) {
    table.add("", "Squeeze", 1, squeeze::withAttribute);
    table.add("", "Squeeze", 13, onnx::importAs<NoAttrs, "squeeze">);
}

} // namespace tenon::ops

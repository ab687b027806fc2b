// SPDX-License-Identifier: Apache-2.0
// Unsqueeze of the default domain: the axes are an attribute up to opset 12 and an operand since 13.
#include "onnx/importer.h"

namespace tenon::ops {
namespace unsqueeze {
namespace {

void withAttribute(onnx::ImportContext& node) {
    node.setOut(0, node.emit("unsqueeze", {}, {node.in(0), node.constantOf(node.integers("axes"))}));
}

} // namespace
} // namespace unsqueeze

void unsqueeze_onnx(onnx::ImporterTable& table) {
    table.add("", "Unsqueeze", 1, unsqueeze::withAttribute);
    table.add("", "Unsqueeze", 13, onnx::importAs<NoAttrs, "unsqueeze">);
}

} // namespace tenon::ops

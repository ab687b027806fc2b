// SPDX-License-Identifier: Apache-2.0
// OptionalGetElement of the default domain.
#include "onnx/importer.h"

namespace tenon::ops {
namespace optional_get_element {
namespace {

void import(onnx::ImportContext& node) {
    if (!node.has(0))
        node.fail(Message::kOperand, "the operand of an OptionalGetElement is missing");
    auto type = node.openType(node.in(0));
    if (type && type->kind == Kind::kOptional && !type->inner.empty()) {
        Type const inner = type->inner.front(); // not in one step: it lies in what is assigned to
        type = inner;
    }
    TensorId const id = node.emit("optional_get_element", NoAttrs{}, {node.in(0)});
    if (type)
        node.assume(id, *type);
    node.setOut(0, id);
}

} // namespace
} // namespace optional_get_element

void optional_get_element_onnx(onnx::ImporterTable& table) {
    table.add("", "OptionalGetElement", 15, optional_get_element::import);
}

} // namespace tenon::ops

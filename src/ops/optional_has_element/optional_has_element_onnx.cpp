// SPDX-License-Identifier: Apache-2.0
// OptionalHasElement of the default domain. Without an operand the answer is known.
#include "onnx/importer.h"

namespace tenon::ops {
namespace optional_has_element {
namespace {

void import(onnx::ImportContext& node) {
    if (node.has(0))
        return node.setOut(0, node.emit("optional_has_element", NoAttrs{}, {node.in(0)}));
    bool const no = false;
    node.setOut(0, node.constant(Type::tensor(DType::kBool, Dims{}), Buffer::copy(std::as_bytes(std::span(&no, 1)))));
}

} // namespace
} // namespace optional_has_element

void optional_has_element_onnx(onnx::ImporterTable& table) {
    table.add("", "OptionalHasElement", 15, optional_has_element::import);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// ConstantOfShape of the default domain: the value is a tensor of one element, 0 of f32 by default.
#include "onnx/importer.h"
#include "ops/constant_of_shape/constant_of_shape.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace tenon::ops {
namespace constant_of_shape {
namespace {

void import(onnx::ImportContext& node) {
    Attributes attrs;
    if (node.hasAttribute("value")) {
        NetworkTensor const* value = node.constant(node.tensorAttribute("value"));
        attrs.dtype = value->type->dtype;
        if (bitsOf(attrs.dtype) < 8)
            node.fail(Message::kOperandType, "a value of this type cannot be repeated", "a type of whole bytes",
                      std::string(nameOf(attrs.dtype)));
        if (value->constant->size() != static_cast<size_t>(bitsOf(attrs.dtype)) / 8)
            node.fail(Message::kAttribute, "the value has more or less than one element", "one element",
                      toString(*value->type));
        std::memcpy(&attrs.bits, value->constant->data(), value->constant->size());
    }
    node.setOut(0, node.emit("constant_of_shape", attrs, {node.in(0)}));
}

} // namespace
} // namespace constant_of_shape

void constant_of_shape_onnx(onnx::ImporterTable& table) {
    table.add("", "ConstantOfShape", 9, constant_of_shape::import);
}

} // namespace tenon::ops

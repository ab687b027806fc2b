// SPDX-License-Identifier: Apache-2.0
// Definition of optional_get_element: the value of an optional; a tensor or sequence is its own value.
#include "kernel/attr_type.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace optional_get_element {
namespace {

void infer(Attrs const&, InferContext& c) {
    Type const& type = c.type(0);
    if (type.kind != Kind::kOptional) {
        c.out(0) = {type, c.in(0).content, nullptr};
        return;
    }
    if (type.inner.empty())
        c.fail(Message::kOperandType, "the operand is an optional of no type", "an optional with its element type",
               toString(type));
    c.out(0).type = type.inner.front();
    c.out(0).type.dims.reset(); // whether there is a value, and of which dims, is for the data to tell
}

} // namespace
} // namespace optional_get_element

void optional_get_element_op(KernelTable& table) {
    static OpDef const kOp{
        .name = "optional_get_element", .attrs = &attrType<NoAttrs>(), .infer = optional_get_element::infer};
    table.add(kOp);
}

} // namespace tenon::ops

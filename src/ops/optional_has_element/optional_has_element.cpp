// SPDX-License-Identifier: Apache-2.0
// Definition of optional_has_element: whether an optional holds a value; a tensor or sequence is one.
#include "kernel/attr_type.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace optional_has_element {
namespace {

void infer(Attrs const&, InferContext& c) {
    c.in(0);
    c.setOut(0, DType::kBool, Dims{});
    if (c.type(0).kind != Kind::kOptional)
        c.out(0).content = Dims{1};
}

} // namespace
} // namespace optional_has_element

void optional_has_element_op(KernelTable& table) {
    static OpDef const kOp{
        .name = "optional_has_element", .attrs = &attrType<NoAttrs>(), .infer = optional_has_element::infer};
    table.add(kOp);
}

} // namespace tenon::ops

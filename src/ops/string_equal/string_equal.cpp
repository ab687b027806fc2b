// SPDX-License-Identifier: Apache-2.0
// Definition of string_equal: whether the strings at each place of two broadcast tensors are the same.
#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace string_equal {
namespace {

void infer(Attrs const&, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kString};
    c.requireType(0, kTypes);
    c.requireType(1, kTypes);
    if (c.type(0).ranked() && c.type(1).ranked())
        c.setOut(0, DType::kBool, broadcast(c.dims(0), c.dims(1)));
    else
        c.setOut(0, DType::kBool, std::nullopt);
}

} // namespace
} // namespace string_equal

void string_equal_op(KernelTable& table) {
    static OpDef const kOp{.name = "string_equal",
                           .attrs = &attrType<NoAttrs>(),
                           .infer = string_equal::infer,
                           .minInputs = 2,
                           .maxInputs = 2};
    table.add(kOp);
}

} // namespace tenon::ops

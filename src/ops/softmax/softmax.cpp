// SPDX-License-Identifier: Apache-2.0
// Definition of softmax: the result has the operand's type and shape.
#include "ops/softmax/softmax.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace softmax {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};
    c.requireType(0, kTypes);
    Type const& in = c.type(0);
    if (in.ranked())
        c.axis(attrs.as<Attributes>().axis, in.rank());
    c.setOut(0, in.dtype, in.dims);
}

} // namespace
} // namespace softmax

void softmax_op(KernelTable& table) {
    static OpDef const kOp{.name = "softmax", .attrs = &attrType<softmax::Attributes>(), .infer = softmax::infer};
    table.add(kOp);
}

} // namespace tenon::ops

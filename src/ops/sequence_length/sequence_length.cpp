// SPDX-License-Identifier: Apache-2.0
// Definition of sequence_length: the number of tensors, a scalar of i64.
#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace sequence_length {
namespace {

void infer(Attrs const&, InferContext& c) {
    sequenceElement(c, 0);
    c.setOut(0, DType::kI64, Dims{});
}

} // namespace
} // namespace sequence_length

void sequence_length_op(KernelTable& table) {
    static OpDef const kOp{.name = "sequence_length", .attrs = &attrType<NoAttrs>(), .infer = sequence_length::infer};
    table.add(kOp);
}

} // namespace tenon::ops

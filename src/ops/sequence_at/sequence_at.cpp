// SPDX-License-Identifier: Apache-2.0
// Definition of sequence_at: the tensor at a position (negative: from the end).
#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace sequence_at {
namespace {

void infer(Attrs const&, InferContext& c) {
    requireIndexType(c, 1);
    c.out(0).type = sequenceElement(c, 0);
}

} // namespace
} // namespace sequence_at

void sequence_at_op(KernelTable& table) {
    static OpDef const kOp{.name = "sequence_at",
                           .attrs = &attrType<NoAttrs>(),
                           .infer = sequence_at::infer,
                           .minInputs = 2,
                           .maxInputs = 2};
    table.add(kOp);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Definition of sequence_insert: a sequence with the tensor of operand 1 in front of position operand 2, or at the end
// without that.
#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace sequence_insert {
namespace {

void infer(Attrs const&, InferContext& c) {
    Type const element = commonType(c, sequenceElement(c, 0), tensorType(c, 1));
    if (c.has(2))
        requireIndexType(c, 2);
    c.out(0).type = Type::sequence(element);
}

} // namespace
} // namespace sequence_insert

void sequence_insert_op(KernelTable& table) {
    static OpDef const kOp{.name = "sequence_insert",
                           .attrs = &attrType<NoAttrs>(),
                           .infer = sequence_insert::infer,
                           .minInputs = 2,
                           .maxInputs = 3};
    table.add(kOp);
}

} // namespace tenon::ops

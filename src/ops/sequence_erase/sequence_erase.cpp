// SPDX-License-Identifier: Apache-2.0
// Definition of sequence_erase: a sequence without the tensor at a position, or without the last one.
#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace sequence_erase {
namespace {

void infer(Attrs const&, InferContext& c) {
    if (c.has(1))
        requireIndexType(c, 1);
    c.out(0).type = Type::sequence(sequenceElement(c, 0));
}

} // namespace
} // namespace sequence_erase

void sequence_erase_op(KernelTable& table) {
    static OpDef const kOp{.name = "sequence_erase",
                           .attrs = &attrType<NoAttrs>(),
                           .infer = sequence_erase::infer,
                           .minInputs = 1,
                           .maxInputs = 2};
    table.add(kOp);
}

} // namespace tenon::ops

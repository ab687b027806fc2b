// SPDX-License-Identifier: Apache-2.0
// Definition of sequence_construct: the operands, of one element type, as a sequence.
#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace sequence_construct {
namespace {

void infer(Attrs const&, InferContext& c) {
    Type element = tensorType(c, 0);
    for (size_t i = 1; i < c.inputs(); ++i)
        element = commonType(c, element, tensorType(c, i));
    c.out(0).type = Type::sequence(std::move(element));
}

} // namespace
} // namespace sequence_construct

void sequence_construct_op(KernelTable& table) {
    static OpDef const kOp{.name = "sequence_construct",
                           .attrs = &attrType<NoAttrs>(),
                           .infer = sequence_construct::infer,
                           .maxInputs = -1};
    table.add(kOp);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Definition of sequence_empty.
#include "ops/sequence_empty/sequence_empty.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace sequence_empty {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    c.out(0).type = Type::sequence(Type::tensor(attrs.as<Attributes>().dtype, std::nullopt));
}

} // namespace
} // namespace sequence_empty

void sequence_empty_op(KernelTable& table) {
    static OpDef const kOp{.name = "sequence_empty",
                           .attrs = &attrType<sequence_empty::Attributes>(),
                           .infer = sequence_empty::infer,
                           .minInputs = 0,
                           .maxInputs = 0};
    table.add(kOp);
}

} // namespace tenon::ops

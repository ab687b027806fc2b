// SPDX-License-Identifier: Apache-2.0
// Definition of rotary_embedding: the result has the operand's type and shape.
#include "ops/rotary_embedding/rotary_embedding.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace rotary_embedding {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};
    static constexpr DType kPosition[] = {DType::kI64};
    auto const& a = attrs.as<Attributes>();
    c.requireType(0, kTypes);
    Type const& x = c.type(0);
    c.requireType(1, {&x.dtype, 1});
    c.requireType(2, {&x.dtype, 1});
    if (c.has(3))
        c.requireType(3, kPosition);
    if (x.ranked()) {
        c.requireRank(0, 3, 4);
        if (x.rank() == 3 && a.heads < 1)
            c.fail(Message::kAttribute, "an operand of rank 3 needs the number of heads", "num_heads of at least 1",
                   fmt::format("{}", a.heads));
    }
    for (size_t i : {size_t{1}, size_t{2}})
        if (c.type(i).ranked())
            c.requireRank(i, c.has(3) ? 2 : 3, c.has(3) ? 2 : 3);
    c.setOut(0, x.dtype, x.dims);
}

} // namespace
} // namespace rotary_embedding

void rotary_embedding_op(KernelTable& table) {
    static OpDef const kOp{.name = "rotary_embedding",
                           .attrs = &attrType<rotary_embedding::Attributes>(),
                           .infer = rotary_embedding::infer,
                           .minInputs = 3,
                           .maxInputs = 4};
    table.add(kOp);
}

} // namespace tenon::ops

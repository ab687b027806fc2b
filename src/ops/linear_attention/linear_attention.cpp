// SPDX-License-Identifier: Apache-2.0
// Definition of linear_attention.
#include "ops/linear_attention/linear_attention.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace linear_attention {
namespace {

void checkOperands(Attributes const& a, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};
    c.requireType(0, kTypes);
    if (c.type(0).ranked())
        c.requireRank(0, 3, 3);
    for (size_t i : {size_t{1}, size_t{2}, size_t{4}, size_t{5}})
        if (i < 3 || c.has(i)) {
            c.requireType(i, {&c.type(0).dtype, 1});
            if (c.type(i).ranked())
                c.requireRank(i, 3, 3);
        }
    if (c.has(3)) {
        c.requireType(3, kTypes);
        if (c.type(3).ranked())
            c.requireRank(3, 4, 4);
    }
    if (a.gated != c.has(4) || a.delta != c.has(5))
        c.fail(Message::kOperand, "the rule of a linear attention goes with other operands",
               fmt::format("{} decay, {} update rate", a.gated ? "a" : "no", a.delta ? "an" : "no"),
               fmt::format("{} decay, {} update rate", c.has(4) ? "a" : "no", c.has(5) ? "an" : "no"));
    if (a.keyHeads < 1 || a.queryHeads < 1 || a.queryHeads % a.keyHeads != 0)
        c.fail(Message::kAttribute, "the heads of a linear attention",
               "q_num_heads a positive multiple of kv_num_heads", fmt::format("{}, {}", a.queryHeads, a.keyHeads));
}

void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Attributes>();
    checkOperands(a, c);
    DType const type = c.type(0).dtype, state = c.has(3) ? c.type(3).dtype : type;
    if (!c.type(0).ranked() || !c.type(2).ranked()) {
        for (size_t i = 0; i < c.outputs(); ++i)
            c.setOut(i, i == 0 ? type : state, std::nullopt);
        return;
    }
    Dims const &q = c.dims(0), &v = c.dims(2);
    DimExpr const size = floorDiv(v[2], a.keyHeads);
    c.setOut(0, type, Dims{q[0], q[1], size * a.queryHeads});
    if (c.outputs() > 1)
        c.setOut(1, state, Dims{q[0], a.keyHeads, floorDiv(q[2], a.queryHeads), size});
}

} // namespace
} // namespace linear_attention

void linear_attention_op(KernelTable& table) {
    static OpDef const kOp{.name = "linear_attention",
                           .attrs = &attrType<linear_attention::Attributes>(),
                           .infer = linear_attention::infer,
                           .minInputs = 3,
                           .maxInputs = 6,
                           .outputs = 2};
    table.add(kOp);
}

} // namespace tenon::ops

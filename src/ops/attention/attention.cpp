// SPDX-License-Identifier: Apache-2.0
// Definition of attention.
#include "ops/attention/attention.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace attention {
namespace {

constexpr DType kFloats[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};

/// One operand as [batch, heads, sequence, size].
struct Heads {
    DimExpr batch, heads, length, size;
};

Heads headsOf(InferContext& c, size_t i, int64_t heads) {
    Dims const& d = c.dims(i);
    if (d.size() == 4)
        return {d[0], d[1], d[2], d[3]};
    if (heads < 1)
        c.fail(Message::kAttribute, "operands of rank 3 need the number of heads", "q_num_heads and kv_num_heads",
               fmt::format("{}", heads));
    if (d[2].isConst() && d[2].value() % heads != 0)
        c.fail(Message::kShape, fmt::format("operand {} does not split into {} heads", i, heads),
               fmt::format("a last dim that {} divides", heads), textOfDims(d));
    return {d[0], heads, d[1], floorDiv(d[2], heads)};
}

void requireEqual(InferContext& c, char const* what, DimExpr const& a, DimExpr const& b) {
    if (a.isConst() && b.isConst() && a != b)
        c.fail(Message::kShape, fmt::format("the {} of attention's operands differ", what),
               fmt::format("{}", a.value()), fmt::format("{}", b.value()));
}

void checkOptional(InferContext& c) {
    if (c.has(4) != c.has(5))
        c.fail(Message::kOperand, "the past key and the past value come together", "both or none", "one of them");
    if (c.has(4) && c.has(6))
        c.fail(Message::kOperand, "lengths of a cache and a past exclude each other", "one of them", "both");
    for (size_t i : {size_t{4}, size_t{5}})
        if (c.has(i)) {
            c.requireType(i, {&c.type(i - 3).dtype, 1});
            if (c.type(i).ranked())
                c.requireRank(i, 4, 4);
        }
    if (c.has(6)) {
        static constexpr DType kLength[] = {DType::kI64};
        c.requireType(6, kLength);
    }
    if (c.has(3)) {
        DType const allowed[] = {DType::kBool, c.type(0).dtype, DType::kF32, DType::kF16, DType::kF64, DType::kBF16};
        c.requireType(3, allowed);
        if (c.type(3).ranked())
            c.requireRank(3, 1, 4);
    }
}

void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Attributes>();
    bool ranked = true;
    for (size_t i = 0; i < 3; ++i) {
        c.requireType(i, kFloats);
        ranked = ranked && c.type(i).ranked();
    }
    checkOptional(c);
    DType const type = c.type(0).dtype, valueType = c.type(2).dtype;
    DType const types[] = {type, c.type(1).dtype, valueType, type};
    if (!ranked || (c.has(4) && !(c.type(4).ranked() && c.type(5).ranked()))) {
        for (size_t i = 0; i < c.outputs(); ++i)
            c.setOut(i, types[i], std::nullopt);
        return;
    }
    c.requireRank(0, 3, 4);
    int64_t const rank = c.type(0).rank();
    c.requireRank(1, rank, rank);
    c.requireRank(2, rank, rank);
    Heads const q = headsOf(c, 0, a.queryHeads), k = headsOf(c, 1, a.keyHeads), v = headsOf(c, 2, a.keyHeads);
    requireEqual(c, "batches", q.batch, k.batch);
    requireEqual(c, "batches", q.batch, v.batch);
    requireEqual(c, "head sizes", q.size, k.size);
    requireEqual(c, "heads of key and value", k.heads, v.heads);
    requireEqual(c, "lengths of key and value", k.length, v.length);
    if (q.heads.isConst() && k.heads.isConst() && (k.heads.is(0) || q.heads.value() % k.heads.value() != 0))
        c.fail(Message::kShape, "the heads of the query do not divide among those of the key",
               fmt::format("a multiple of {}", k.heads.value()), fmt::format("{}", q.heads.value()));
    DimExpr const total = c.has(4) ? k.length + c.dims(4)[2] : k.length;
    c.setOut(0, type, rank == 4 ? Dims{q.batch, q.heads, q.length, v.size} : Dims{q.batch, q.length, q.heads * v.size});
    if (c.outputs() > 1)
        c.setOut(1, types[1], Dims{k.batch, k.heads, total, k.size});
    if (c.outputs() > 2)
        c.setOut(2, valueType, Dims{v.batch, v.heads, total, v.size});
    if (c.outputs() > 3)
        c.setOut(3, type, Dims{q.batch, q.heads, q.length, total});
}

} // namespace
} // namespace attention

void attention_op(KernelTable& table) {
    static OpDef const kOp{.name = "attention",
                           .attrs = &attrType<attention::Attributes>(),
                           .infer = attention::infer,
                           .minInputs = 3,
                           .maxInputs = 7,
                           .outputs = -1};
    table.add(kOp);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Definition of matmul_integer.
#include "ops/matmul_integer/matmul_integer.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace matmul_integer {
namespace {

constexpr DType kTypes[] = {DType::kU8, DType::kI8};

/// The zero points of one operand: one, a list along `axis` (counted from the end), or dims as the operand's with 1 on
/// the other of the two last axes.
void requireZeros(InferContext& c, size_t zero, size_t operand, size_t axis) {
    if (!c.has(zero))
        return;
    DType const type = c.type(operand).dtype;
    c.requireType(zero, {&type, 1});
    if (!c.type(zero).ranked() || !c.type(operand).ranked())
        return;
    Dims const &z = c.dims(zero), &of = c.dims(operand);
    if (volume(z).is(1) || of.size() < axis)
        return;
    bool const list = z.size() == 1;
    bool good = list || z.size() == of.size();
    for (size_t i = 0; good && i < z.size(); ++i) {
        size_t const at = z.size() - 1 - i, place = list ? axis - 1 : i; // from the last axis on
        DimExpr const wanted = !list && i < 2 && i + 1 != axis ? DimExpr(1) : of[of.size() - 1 - place];
        good = !z[at].isConst() || !wanted.isConst() || z[at] == wanted;
    }
    if (!good)
        c.fail(Message::kShape, fmt::format("the zero points of operand {} do not fit it", operand),
               axis == 2 ? "one, or one for each row" : "one, or one for each column",
               fmt::format("{} for {}", textOfDims(z), textOfDims(of)));
}

void infer(Attrs const&, InferContext& c) {
    c.requireType(0, kTypes);
    c.requireType(1, kTypes);
    requireZeros(c, 2, 0, 2);
    requireZeros(c, 3, 1, 1);
    if (!c.type(0).ranked() || !c.type(1).ranked()) {
        c.setOut(0, DType::kI32, std::nullopt);
        return;
    }
    c.requireRank(0, 1, 8);
    c.requireRank(1, 1, 8);
    Dims const &a = c.dims(0), &b = c.dims(1);
    DimExpr const columns = a.back(), rows = b[b.size() - (b.size() > 1 ? 2 : 1)];
    if (columns.isConst() && rows.isConst() && columns != rows)
        c.fail(Message::kShape, "the two operands of a matrix product do not fit",
               "as many columns of the first as rows of the second",
               fmt::format("{} and {}", textOfDims(a), textOfDims(b)));
    auto batch = [](Dims const& d) { return d.size() > 2 ? Dims(d.begin(), d.end() - 2) : Dims(); };
    Dims out = broadcast(batch(a), batch(b));
    if (a.size() > 1)
        out.push_back(a[a.size() - 2]);
    if (b.size() > 1)
        out.push_back(b.back());
    c.setOut(0, DType::kI32, std::move(out));
}

} // namespace
} // namespace matmul_integer

void matmul_integer_op(KernelTable& table) {
    static OpDef const kOp{.name = "matmul_integer",
                           .attrs = &attrType<NoAttrs>(),
                           .infer = matmul_integer::infer,
                           .minInputs = 2,
                           .maxInputs = 4};
    table.add(kOp);
}

} // namespace tenon::ops

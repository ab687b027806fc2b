// SPDX-License-Identifier: Apache-2.0
// Definition of matmul: dims of the result from the two operands.
#include "ops/matmul/matmul.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace matmul {
namespace {

/// Splits the dims of one operand into batch, row and column dims.
struct Sides {
    Dims batch;
    DimExpr rows, columns;

    Sides(Dims const& dims, bool transposed, bool isFirst) {
        if (dims.size() == 1) {
            rows = isFirst ? DimExpr(1) : dims[0];
            columns = isFirst ? dims[0] : DimExpr(1);
            return;
        }
        batch.assign(dims.begin(), dims.end() - 2);
        rows = dims[dims.size() - (transposed ? 1 : 2)];
        columns = dims[dims.size() - (transposed ? 2 : 1)];
    }
};

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16,
                                       DType::kI32, DType::kI64, DType::kU32, DType::kU64};
    c.requireType(0, kTypes);
    DType const type = c.type(0).dtype;
    c.requireType(1, {&type, 1});
    if (!c.type(0).ranked() || !c.type(1).ranked()) {
        c.setOut(0, type, std::nullopt);
        return;
    }
    Dims const &a = c.dims(0), &b = c.dims(1);
    c.requireRank(0, 1, 64);
    c.requireRank(1, 1, 64);
    auto const& at = attrs.as<Attributes>();
    Sides const left(a, at.transA, true), right(b, at.transB, false);
    if (left.columns.isConst() && right.rows.isConst() && !(left.columns == right.rows))
        c.fail(Message::kShape, "the two operands of a matrix product do not fit",
               "as many columns of the first as rows of the second",
               fmt::format("{} and {}{}{}", textOfDims(a), textOfDims(b), at.transA ? ", the first transposed" : "",
                           at.transB ? ", the second transposed" : ""));
    Dims out = broadcast(left.batch, right.batch);
    if (a.size() > 1)
        out.push_back(left.rows);
    if (b.size() > 1)
        out.push_back(right.columns);
    c.setOut(0, type, std::move(out));
}

} // namespace
} // namespace matmul

void matmul_op(KernelTable& table) {
    static OpDef const kOp{.name = "matmul",
                           .attrs = &attrType<matmul::Attributes>(),
                           .infer = matmul::infer,
                           .minInputs = 2,
                           .maxInputs = 2};
    table.add(kOp);
}

} // namespace tenon::ops

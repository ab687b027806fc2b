// SPDX-License-Identifier: Apache-2.0
// Definition of feature_vectorizer: the operands have one type and as many rows, and the columns that the attribute
// says.
#include "ops/feature_vectorizer/feature_vectorizer.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::ops {
namespace feature_vectorizer {
namespace {

void checkSizes(InferContext const& c, std::vector<int64_t> const& sizes) {
    if (sizes.size() != c.inputs())
        c.fail(Message::kAttribute, "inputdimensions has not one size for each operand",
               fmt::format("{} sizes", c.inputs()), fmt::format("{} sizes", sizes.size()));
    auto const negative = std::find_if(sizes.begin(), sizes.end(), [](int64_t size) { return size < 0; });
    if (negative != sizes.end())
        c.fail(Message::kAttribute, "inputdimensions has a negative size", "at least 0", fmt::format("{}", *negative));
}

/// Rows of operand i, whose columns are checked.
DimExpr rowsOf(InferContext const& c, size_t i, int64_t columns) {
    c.requireRank(i, 1, 2);
    Dims const& dims = c.dims(i);
    if (dims.back().isConst() && !dims.back().is(columns))
        c.fail(Message::kShape, fmt::format("operand {} has other columns than inputdimensions says", i),
               fmt::format("{} columns", columns), toString(c.type(i)));
    return dims.size() == 1 ? DimExpr(1) : dims[0];
}

/// A number is preferred over an expression: where the model is right they are equal.
DimExpr join(InferContext const& c, DimExpr const& rows, size_t i, DimExpr const& more) {
    if (rows.isConst() && more.isConst() && rows != more)
        c.fail(Message::kShape, fmt::format("operand {} has other rows than those before it", i),
               fmt::format("{} rows", rows.value()), toString(c.type(i)));
    return rows.isConst() ? rows : more;
}

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kI32, DType::kI64, DType::kF32, DType::kF64};
    c.requireType(0, kTypes);
    DType const first[] = {c.type(0).dtype};
    auto const& sizes = attrs.as<Attributes>().inputdimensions;
    checkSizes(c, sizes);
    std::optional<DimExpr> rows;
    DimExpr columns = 0;
    bool ranked = true;
    for (size_t i = 0; i < sizes.size(); ++i) {
        c.requireType(i, first);
        columns = columns + sizes[i];
        ranked = ranked && c.type(i).ranked();
        if (c.type(i).ranked()) {
            DimExpr const more = rowsOf(c, i, sizes[i]);
            rows = rows ? join(c, *rows, i, more) : more;
        }
    }
    c.setOut(0, DType::kF32, ranked ? std::optional(Dims{*rows, columns}) : std::nullopt);
}

} // namespace
} // namespace feature_vectorizer

void feature_vectorizer_op(KernelTable& table) {
    static OpDef const kOp{.name = "feature_vectorizer",
                           .attrs = &attrType<feature_vectorizer::Attributes>(),
                           .infer = feature_vectorizer::infer,
                           .maxInputs = -1};
    table.add(kOp);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// A pointwise expression computed on the known elements of small integer and bool tensors: shape arithmetic. Elements
// are expressions over the sizes of dims, which are never negative.
#pragma once

#include "ops/pointwise/pointwise.h"
#include "ops/pointwise/scalar.h"
#include "shape/content.h"

#include <limits>
#include <optional>
#include <vector>

namespace tenon::ops::pointwise {

inline Interval rangeOf(InferContext const& c, DimExpr const& x) {
    return bounds(x, [&](SymbolId id) { return c.rangeOf(id); });
}

/// x / y or x % y of integers. Where they are not numbers, they must not be negative: then truncation and floor agree.
/// A divisor that turns out to be zero is an error of the shapes.
inline std::optional<DimExpr> contentQuotient(InferContext const& c, RowId row, DimExpr const& x, DimExpr const& y) {
    if (x.isConst() && y.isConst()) {
        int64_t const a = x.value(), b = y.value();
        return row == RowId::k_div ? scalar::div(a, b)
                                   : (row == RowId::k_mod ? scalar::floor_mod(a, b) : scalar::fmod(a, b));
    }
    if (!c.isNonNegative(x) || !c.isNonNegative(y) || y.is(0))
        return std::nullopt;
    return DimExpr::make(row == RowId::k_div ? DimOp::kFloorDiv : DimOp::kMod, {x, y});
}

/// 0 or 1 where the ranges of the sizes decide it: a size is never -1.
inline DimExpr contentPredicate(InferContext const& c, DimExpr const& x) {
    Interval const range = rangeOf(c, x);
    return range.lo == range.hi ? DimExpr(range.lo) : x;
}

/// One row on expressions; nothing where the row has no meaning for them.
inline std::optional<DimExpr> contentOfRow(InferContext const& c, RowId row, DimExpr const& x, DimExpr const& y,
                                           DimExpr const& z) {
    switch (row) {
    case RowId::k_cast: // between integers of at least 32 bits, and from bool
    case RowId::k_identity:
        return x;
    case RowId::k_abs:
        return max(x, DimExpr(0) - x);
    case RowId::k_neg:
        return DimExpr(0) - x;
    case RowId::k_sign:
        return less(0, x) - less(x, 0);
    case RowId::k_square:
        return x * x;
    case RowId::k_add:
        return x + y;
    case RowId::k_sub:
        return x - y;
    case RowId::k_mul:
        return x * y;
    case RowId::k_div:
    case RowId::k_mod:
    case RowId::k_fmod:
        return contentQuotient(c, row, x, y);
    case RowId::k_min:
        return min(x, y);
    case RowId::k_max:
        return max(x, y);
    case RowId::k_clip:
        return min(max(x, y), z);
    case RowId::k_relu:
        return max(x, 0);
    case RowId::k_eq:
        return contentPredicate(c, equal(x, y));
    case RowId::k_ne:
    case RowId::k_logic_xor:
        return contentPredicate(c, DimExpr(1) - equal(x, y));
    case RowId::k_lt:
        return contentPredicate(c, less(x, y));
    case RowId::k_gt:
        return contentPredicate(c, less(y, x));
    case RowId::k_le:
        return contentPredicate(c, DimExpr(1) - less(y, x));
    case RowId::k_ge:
        return contentPredicate(c, DimExpr(1) - less(x, y));
    case RowId::k_select:
        return select(x, y, z);
    case RowId::k_logic_not:
        return DimExpr(1) - x;
    case RowId::k_logic_and:
        return x * y;
    case RowId::k_logic_or:
        return max(x, y);
    default:
        return std::nullopt;
    }
}

/// The element of the result whose operands' elements are `values`; they are followed by the results of the
/// instructions.
inline std::optional<DimExpr> contentOfElement(InferContext const& c, Expression const& e,
                                               std::vector<DimExpr> values) {
    for (Expression::Instr const& instr : e.code) {
        if (instr.row == "const") {
            values.emplace_back(instr.integer);
            continue;
        }
        auto arg = [&](size_t i) {
            return instr.args[i] < 0 ? DimExpr(0) : values[static_cast<size_t>(instr.args[i])];
        };
        RowId const row = rowId(instr);
        auto value = row == RowId::k_cast && instr.type == DType::kBool
                         ? contentPredicate(c, DimExpr(1) - equal(arg(0), 0))
                         : contentOfRow(c, row, arg(0), arg(1), arg(2));
        if (!value ||
            (instr.type == DType::kI32 && value->isConst() && value->value() != static_cast<int32_t>(value->value())))
            return std::nullopt;
        values.push_back(std::move(*value));
    }
    return e.code.empty() ? values[0] : values.back();
}

/// The elements of the result, where those of every operand are known and each instruction has a meaning in integers.
inline std::optional<Dims> contentOf(Expression const& e, InferContext& c) {
    auto whole = [](DType t) { return t == DType::kI64 || t == DType::kI32 || t == DType::kBool; };
    for (size_t i = 0; i < c.inputs(); ++i)
        if (!whole(e.inputs[i]) || c.content(i) == nullptr || !c.type(i).isStatic())
            return std::nullopt;
    for (Expression::Instr const& instr : e.code)
        if (!whole(instr.type))
            return std::nullopt;
    if (c.inputs() == 0 || !keepsContent(c, 0))
        return std::nullopt;
    Dims const& full = *c.out(0).type.dims;
    int64_t const count = volume(full).value();
    Dims out;
    for (int64_t at = 0; at < count; ++at) {
        std::vector<DimExpr> values;
        for (size_t i = 0; i < c.inputs(); ++i) {
            Dims const& dims = c.dims(i);
            int64_t rest = at, offset = 0, step = 1;
            for (size_t k = 0; k < dims.size(); ++k) { // from the last axis on
                int64_t const size = full[full.size() - 1 - k].value();
                int64_t const own = dims[dims.size() - 1 - k].value();
                offset += own == 1 ? 0 : rest % size * step;
                step *= own;
                rest /= size;
            }
            values.push_back((*c.content(i))[static_cast<size_t>(offset)]);
        }
        auto element = contentOfElement(c, e, std::move(values));
        if (!element)
            return std::nullopt;
        out.push_back(std::move(*element));
    }
    return out;
}

} // namespace tenon::ops::pointwise

// SPDX-License-Identifier: Apache-2.0
// Interval arithmetic over shape expressions, saturating at the ends of int64.
#include "shape/dim_expr.h"

#include <algorithm>
#include <limits>

namespace tenon {
namespace {

constexpr int64_t kLowest = std::numeric_limits<int64_t>::min();
constexpr int64_t kHighest = std::numeric_limits<int64_t>::max();

int64_t saturate(DimOp op, int64_t a, int64_t b) noexcept {
    int64_t r = 0;
    if (apply(op, a, b, 0, r))
        return r;
    if (op == DimOp::kAdd)
        return a < 0 ? kLowest : kHighest;
    return (a < 0) != (b < 0) ? kLowest : kHighest;
}

Interval corners(DimOp op, Interval a, Interval b) noexcept {
    int64_t const c[] = {saturate(op, a.lo, b.lo), saturate(op, a.lo, b.hi), saturate(op, a.hi, b.lo),
                         saturate(op, a.hi, b.hi)};
    return {*std::min_element(c, c + 4), *std::max_element(c, c + 4)};
}

Interval combine(DimOp op, Interval a, Interval b) noexcept {
    switch (op) {
    case DimOp::kAdd:
        return {saturate(op, a.lo, b.lo), saturate(op, a.hi, b.hi)};
    case DimOp::kMul:
        return corners(op, a, b);
    case DimOp::kFloorDiv:
    case DimOp::kCeilDiv:
        // Shapes divide by positive numbers; a range that reaches zero is cut there, since evaluating it is an error.
        return corners(op, a, {std::max<int64_t>(1, b.lo), std::max<int64_t>(1, b.hi)});
    case DimOp::kMod:
        return {0, std::max<int64_t>(0, std::min(b.hi - 1, std::max<int64_t>(a.hi, 0)))};
    case DimOp::kMin:
        return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
    case DimOp::kMax:
        return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
    case DimOp::kEq:
        if (a.lo == a.hi && b.lo == b.hi)
            return {a.lo == b.lo, a.lo == b.lo};
        return {0, a.hi >= b.lo && b.hi >= a.lo};
    case DimOp::kLt:
        return {a.hi < b.lo, a.lo < b.hi};
    default:
        return a;
    }
}

} // namespace

Interval boundsOf(DimOp op, Interval a, Interval b, Interval c) noexcept {
    if (op != DimOp::kSelect)
        return combine(op, a, b);
    if (a.lo == a.hi)
        return a.lo != 0 ? b : c;
    return {std::min(b.lo, c.lo), std::max(b.hi, c.hi)};
}

Interval bounds(DimExpr const& expr, std::function<Interval(SymbolId)> const& rangeOf) {
    if (expr.isConst())
        return {expr.value(), expr.value()};
    if (expr.op() == DimOp::kSymbol)
        return rangeOf(static_cast<SymbolId>(expr.value()));
    auto args = expr.args();
    Interval total = bounds(args[0], rangeOf);
    if (expr.op() == DimOp::kSelect)
        return boundsOf(expr.op(), total, bounds(args[1], rangeOf), bounds(args[2], rangeOf));
    for (size_t i = 1; i < args.size(); ++i)
        total = combine(expr.op(), total, bounds(args[i], rangeOf));
    return total;
}

DimExpr simplify(DimExpr const& expr, std::function<Interval(SymbolId)> const& rangeOf) {
    if (expr.isConst() || expr.op() == DimOp::kSymbol) {
        Interval const range = bounds(expr, rangeOf);
        return range.lo == range.hi ? DimExpr(range.lo) : expr;
    }
    std::vector<DimExpr> args;
    for (DimExpr const& a : expr.args())
        args.push_back(simplify(a, rangeOf));
    if (expr.op() == DimOp::kMin || expr.op() == DimOp::kMax) {
        Interval const a = bounds(args[0], rangeOf), b = bounds(args[1], rangeOf);
        bool const isMin = expr.op() == DimOp::kMin;
        if (a.hi <= b.lo)
            return args[isMin ? 0 : 1];
        if (b.hi <= a.lo)
            return args[isMin ? 1 : 0];
    }
    // Sums and products are put together again pairwise, so that what has become equal cancels.
    DimExpr out = args[0];
    if (expr.op() == DimOp::kAdd || expr.op() == DimOp::kMul)
        for (size_t i = 1; i < args.size(); ++i)
            out = DimExpr::make(expr.op(), {out, args[i]});
    else
        out = DimExpr::make(expr.op(), std::move(args));
    Interval const range = bounds(out, rangeOf);
    return range.lo == range.hi ? DimExpr(range.lo) : out;
}

} // namespace tenon

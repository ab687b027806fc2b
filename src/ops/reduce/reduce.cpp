// SPDX-License-Identifier: Apache-2.0
// Definition of reduce.
#include "ops/reduce/reduce.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace reduce {

std::string_view nameOf(Kind kind) noexcept {
    constexpr std::string_view kNames[] = {"sum", "mean", "max",     "min",         "prod",
                                           "l1",  "l2",   "log_sum", "log_sum_exp", "sum_square"};
    auto const i = static_cast<size_t>(kind);
    return i < std::size(kNames) ? kNames[i] : "unknown";
}

uint64_t reducedAxes(Attributes const& attrs, std::span<int64_t const> axes, size_t rank) noexcept {
    uint64_t const all = rank >= 64 ? ~uint64_t{0} : (uint64_t{1} << rank) - 1;
    if (axes.empty())
        return attrs.noAxesIsIdentity ? 0 : all;
    uint64_t mask = 0;
    for (int64_t axis : axes)
        mask |= uint64_t{1} << ((axis < 0 ? axis + static_cast<int64_t>(rank) : axis) & 63);
    return mask & all;
}

namespace {

/// 1 where `axis` of `rank` is among the axes, which may be expressions, else 0.
DimExpr isNamed(Dims const& axes, int64_t axis, int64_t rank) {
    DimExpr named = 0;
    for (DimExpr const& a : axes)
        named = max(named, max(equal(a, axis), equal(a, axis - rank)));
    return named;
}

/// Dims of the result where data tell which axes are reduced: choices between the operand's dims.
std::optional<Dims> chosenDims(Dims const& x, Dims const& axes, bool keepDims) {
    auto const rank = static_cast<int64_t>(x.size());
    Dims out;
    if (keepDims) {
        for (int64_t i = 0; i < rank; ++i)
            out.push_back(select(isNamed(axes, i, rank), 1, x[static_cast<size_t>(i)]));
        return out;
    }
    if (axes.size() > x.size())
        return std::nullopt;
    // The axes that stay, numbered from the left: result dim j is the dim of the one with number j.
    out.assign(x.size() - axes.size(), 0);
    DimExpr number = 0;
    for (int64_t i = 0; i < rank; ++i) {
        DimExpr const stays = equal(isNamed(axes, i, rank), 0);
        for (size_t j = 0; j < out.size(); ++j)
            out[j] = select(stays * equal(number, static_cast<int64_t>(j)), x[static_cast<size_t>(i)], out[j]);
        number = number + stays;
    }
    return out;
}

Dims namedAxes(Attributes const& attrs) {
    Dims axes;
    for (int64_t axis : attrs.axes)
        axes.emplace_back(axis);
    return axes;
}

/// The axes as far as they are known: absent where even their number is not.
std::optional<Dims> knownAxes(Attributes const& attrs, InferContext& c) {
    if (!c.has(1))
        return namedAxes(attrs);
    requireIndexType(c, 1);
    if (Dims const* content = c.content(1))
        return *content;
    auto const count = lengthOf(c, 1);
    return count == 0 ? std::optional(Dims{}) : std::nullopt;
}

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16, DType::kI32, DType::kI64,
                                       DType::kU32, DType::kU64, DType::kI8,  DType::kU8,   DType::kBool};
    auto const& a = attrs.as<Attributes>();
    bool const ordered = a.kind == Kind::kMax || a.kind == Kind::kMin;
    c.requireType(0, std::span(kTypes).first(ordered ? 11 : 8));
    DType const type = c.type(0).dtype;
    std::optional<Dims> const axes = knownAxes(a, c);
    if (!c.type(0).ranked() || (!axes && !a.keepDims)) {
        c.setOut(0, type, std::nullopt);
        return;
    }
    c.requireRank(0, 0, 63);
    Dims const& x = c.dims(0);
    if (!axes) { // any of the axes may go
        Dims out;
        for (DimExpr const& d : x)
            out.push_back(d.is(1) ? DimExpr(1) : c.newSymbol());
        c.setOut(0, type, std::move(out));
        return;
    }
    auto const known = numbersOf(*axes);
    if (!known) {
        c.setOut(0, type, chosenDims(x, *axes, a.keepDims));
        return;
    }
    uint64_t const mask = reducedAxes(a, axesOf(c, *known, static_cast<int64_t>(x.size())), x.size());
    Dims out;
    for (size_t i = 0; i < x.size(); ++i)
        if ((mask >> i & 1) == 0)
            out.push_back(x[i]);
        else if (a.keepDims)
            out.emplace_back(1);
    c.setOut(0, type, std::move(out));
}

} // namespace
} // namespace reduce

void reduce_op(KernelTable& table) {
    static OpDef const kOp{.name = "reduce",
                           .attrs = &attrType<reduce::Attributes>(),
                           .infer = reduce::infer,
                           .maxInputs = 2,
                           .shapeInputs = 1u << 1};
    table.add(kOp);
}

} // namespace tenon::ops

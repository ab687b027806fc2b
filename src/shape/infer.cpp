// SPDX-License-Identifier: Apache-2.0
#include "shape/infer.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace tenon {

void InferContext::fail(Message id, std::string what, std::string wanted, std::string given) const {
    throw Error(id, std::move(what)).wanted(std::move(wanted)).given(std::move(given));
}

Fact const& InferContext::in(size_t i) const {
    if (!has(i))
        fail(Message::kOperand, fmt::format("operand {} is missing", i), fmt::format("at least {} operands", i + 1),
             fmt::format("{} operands", mIn.size()));
    return *mIn[i];
}

Dims const& InferContext::dims(size_t i) const {
    Type const& t = type(i);
    if (!t.ranked())
        fail(Message::kRank, fmt::format("operand {} has no known rank", i), "a tensor of known rank", toString(t));
    return *t.dims;
}

int64_t InferContext::axis(int64_t axis, int64_t rank) const {
    if (axis < -rank || axis >= rank)
        fail(Message::kAxis, fmt::format("axis {} lies outside the rank", axis),
             fmt::format("{} to {}", -rank, rank - 1), fmt::format("{}", axis));
    return axis < 0 ? axis + rank : axis;
}

void InferContext::requireType(size_t i, std::span<DType const> allowed) const {
    DType const given = type(i).dtype;
    if (type(i).isTensor() && std::find(allowed.begin(), allowed.end(), given) != allowed.end())
        return;
    std::string wanted;
    for (DType d : allowed)
        wanted += fmt::format("{}{}", wanted.empty() ? "" : ", ", nameOf(d));
    fail(Message::kOperandType, fmt::format("operand {} has a type that the operator does not take", i), wanted,
         toString(type(i)));
}

void InferContext::requireRank(size_t i, int64_t least, int64_t most) const {
    auto const rank = static_cast<int64_t>(dims(i).size());
    if (rank < least || rank > most)
        fail(Message::kRank, fmt::format("operand {} has rank {}", i, rank),
             least == most ? fmt::format("rank {}", least) : fmt::format("rank {} to {}", least, most),
             toString(type(i)));
}

Interval InferContext::rangeOf(SymbolId symbol) const {
    return mRangeOf ? mRangeOf(symbol) : Interval{0, std::numeric_limits<int64_t>::max()};
}

bool InferContext::isNonNegative(DimExpr const& expr) const {
    return bounds(expr, [this](SymbolId s) { return rangeOf(s); }).lo >= 0;
}

Dims broadcast(Dims const& a, Dims const& b) {
    size_t const rank = std::max(a.size(), b.size());
    Dims out(rank);
    for (size_t i = 0; i < rank; ++i) { // from the last axis on
        DimExpr const x = i < a.size() ? a[a.size() - 1 - i] : DimExpr(1);
        DimExpr const y = i < b.size() ? b[b.size() - 1 - i] : DimExpr(1);
        DimExpr& to = out[rank - 1 - i];
        if (x == y || y.is(1))
            to = x;
        else if (x.is(1))
            to = y;
        else if (x.isConst() && y.isConst())
            throw Error(Message::kBroadcast, "two shapes do not broadcast")
                .wanted("dims that are equal, or 1, from the last one on")
                .given(fmt::format("{} and {}", textOfDims(a), textOfDims(b)));
        else if (x.isConst())
            to = x; // the other one is this or 1
        else if (y.isConst())
            to = y;
        else
            to = select(equal(x, 1), y, x);
    }
    return out;
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Definition of slice. Starts and ends may be expressions: clamping becomes min and max of expressions.
#include "ops/slice/slice.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"
#include "shape/strided.h"

#include <fmt/format.h>
#include <limits>

namespace tenon::ops {
namespace slice {
namespace {

/// Exporters write "to the end" as the greatest 32-bit or 64-bit integer, and "from before the start" as the least.
bool isEnd(DimExpr const& e) {
    return e.isConst() && e.value() >= std::numeric_limits<int32_t>::max();
}
bool isBeforeStart(DimExpr const& e) {
    return e.isConst() && e.value() <= std::numeric_limits<int32_t>::min();
}

/// A position with negative ones counted from the end.
DimExpr wrapped(InferContext const& c, DimExpr const& at, DimExpr const& dim) {
    if (c.isNonNegative(at))
        return at;
    return at.isConst() ? at + dim : select(less(at, 0), at + dim, at);
}

DimExpr clamped(InferContext const& c, DimExpr const& at, DimExpr const& dim) {
    if (isEnd(at))
        return dim;
    if (isBeforeStart(at))
        return 0;
    DimExpr const w = wrapped(c, at, dim);
    if (c.isNonNegative(at))
        return w.is(0) ? w : min(w, dim);
    return at.isConst() ? max(0, w) : min(max(0, w), dim);
}

DimExpr atLeastZero(InferContext const& c, DimExpr const& e) {
    return c.isNonNegative(e) ? e : max(0, e);
}

DimExpr forward(InferContext const& c, DimExpr const& start, DimExpr const& end, int64_t step, DimExpr const& dim) {
    DimExpr const last = clamped(c, end, dim);
    DimExpr length;
    if (last == dim && c.isNonNegative(start) && !isEnd(start))
        length = atLeastZero(c, dim - start); // the same as dim - min(start, dim), in a form that compares well
    else if (last == dim && start.isConst() && !isEnd(start) && !isBeforeStart(start))
        length = min(dim, DimExpr(0) - start);
    else
        length = atLeastZero(c, last - clamped(c, start, dim));
    return step == 1 ? length : ceilDiv(length, step);
}

DimExpr backward(InferContext const& c, DimExpr const& start, DimExpr const& end, int64_t step, DimExpr const& dim) {
    DimExpr const top = dim - 1;
    DimExpr const first = isEnd(start) || start.is(-1) ? top
                          : isBeforeStart(start)       ? min(0, top)
                                                       : min(max(0, wrapped(c, start, dim)), top);
    DimExpr const last = isBeforeStart(end) ? DimExpr(-1) : isEnd(end) ? top : min(max(-1, wrapped(c, end, dim)), top);
    return ceilDiv(atLeastZero(c, first - last), DimExpr(-1) * DimExpr(step));
}

struct Ranges {
    std::vector<int64_t> axes;
    std::optional<Dims> starts, ends, steps; ///< absent: not known
};

/// The new dim of one axis.
DimExpr dimOf(InferContext& c, Ranges const& r, size_t i, DimExpr const& dim) {
    if (!r.starts || !r.ends || !r.steps || !(*r.steps)[i].isConst())
        return c.newSymbol(&dim);
    DimExpr const &start = (*r.starts)[i], &end = (*r.ends)[i];
    int64_t const step = (*r.steps)[i].value();
    if (step == 0)
        c.fail(Message::kAttribute, "a slice with step 0", "a step other than 0", "0");
    if (start.isConst() && end.isConst() && dim.isConst())
        return partOf(start.value(), end.value(), step, dim.value()).count;
    // A step of more than 2^31 takes at most the first element; expressions would overflow on the way there.
    if (step > std::numeric_limits<int32_t>::max() || step < -std::numeric_limits<int32_t>::max())
        return c.newSymbol(&dim);
    return step > 0 ? forward(c, start, end, step, dim) : backward(c, start, end, step, dim);
}

std::optional<Dims> listOf(InferContext& c, size_t i, int64_t count) {
    if (!c.has(i))
        return Dims(static_cast<size_t>(count), DimExpr(1));
    requireIndexType(c, i);
    Dims const* content = c.content(i);
    if (content != nullptr && static_cast<int64_t>(content->size()) != count)
        c.fail(Message::kShape, fmt::format("operand {} has {} elements", i, content->size()),
               fmt::format("{}, as there are axes", count));
    return content == nullptr ? std::nullopt : std::optional(*content);
}

/// The axes cut and what is known of the cuts; absent when not even the axes are known.
std::optional<Ranges> rangesOf(InferContext& c, int64_t rank) {
    auto const count = c.has(3) ? lengthOf(c, 3) : lengthOf(c, 1);
    if (!count)
        return std::nullopt;
    Ranges r;
    for (int64_t i = 0; i < *count; ++i)
        r.axes.push_back(i);
    if (c.has(3)) {
        requireIndexType(c, 3);
        auto given = numbers(c, 3);
        if (!given)
            return std::nullopt;
        r.axes = std::move(*given);
    }
    r.axes = axesOf(c, std::move(r.axes), rank);
    r.starts = listOf(c, 1, *count);
    r.ends = listOf(c, 2, *count);
    r.steps = listOf(c, 4, *count);
    return r;
}

void sliceContent(InferContext& c, Ranges const& r) {
    Dims const* content = c.content(0);
    if (content == nullptr || !keepsContent(c, 0) || !r.starts || !allConst(*r.starts))
        return;
    std::vector<int64_t> const in = *numbersOf(*c.type(0).dims);
    Strided view{*numbersOf(*c.out(0).type.dims), rowMajorStrides(in)};
    for (size_t i = 0; i < r.axes.size(); ++i) {
        auto const a = static_cast<size_t>(r.axes[i]);
        int64_t const step = (*r.steps)[i].value();
        view.offset += partOf((*r.starts)[i].value(), 0, step, in[a]).first * view.strides[a];
        view.strides[a] *= step;
    }
    setContent(c, 0, view.pick(*content));
}

void infer(Attrs const&, InferContext& c) {
    Type const& in = tensorType(c, 0);
    requireIndexType(c, 1);
    requireIndexType(c, 2);
    if (!in.ranked())
        return c.setOut(0, in.dtype, std::nullopt);
    Dims dims = *in.dims;
    auto const ranges = rangesOf(c, in.rank());
    if (!ranges) {
        for (DimExpr& d : dims)
            d = c.newSymbol(&d);
        return c.setOut(0, in.dtype, std::move(dims));
    }
    for (size_t i = 0; i < ranges->axes.size(); ++i) {
        DimExpr& dim = dims[static_cast<size_t>(ranges->axes[i])];
        dim = dimOf(c, *ranges, i, DimExpr(dim));
    }
    c.setOut(0, in.dtype, std::move(dims));
    sliceContent(c, *ranges);
}

} // namespace
} // namespace slice

void slice_op(KernelTable& table) {
    static OpDef const kOp{.name = "slice",
                           .attrs = &attrType<NoAttrs>(),
                           .infer = slice::infer,
                           .minInputs = 3,
                           .maxInputs = 5,
                           .shapeInputs = 1u << 1 | 1u << 2 | 1u << 3 | 1u << 4};
    table.add(kOp);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// The slice layer. Three ways, the first that serves: the slice operator (steps that are known and not 0, inside the
// bounds), padding (steps of 1, beyond the bounds), else one gather for each axis with indices that are computed.
#include "network/layers/layer.h"
#include "network/layers/move.h"
#include "ops/concat/concat.h"
#include "ops/gather/gather.h"
#include "ops/pad/pad.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::layers {
namespace {

using nvinfer1::LayerType;
using nvinfer1::SampleMode;

/// Start, size and stride: of each axis of x, or of the axes listed.
struct Lists {
    std::vector<int64_t> axes;
    ValueId start = ir::kNone, size = ir::kNone, stride = ir::kNone; ///< i64
};

ValueId list(Emitter& e, size_t operand, std::vector<int64_t> const& attribute) {
    return e.has(operand) ? e.shapeIn(operand) : e.ints(attribute);
}

Lists listsOf(Emitter& e, int64_t rank) {
    auto const& a = e.attrs<Slice>();
    Lists out;
    std::optional<std::vector<int64_t>> axes = a.axes;
    if (e.has(5)) {
        axes = e.numbers(e.shapeIn(5));
        if (!axes)
            e.fail(Message::kNeedsConstant, "the axes of a slice must be constant");
    }
    if (axes)
        for (int64_t axis : *axes)
            out.axes.push_back(e.axis(axis, rank));
    else
        for (int64_t i = 0; i < rank; ++i)
            out.axes.push_back(i);
    out.start = list(e, 1, a.start);
    out.size = list(e, 2, a.size);
    out.stride = list(e, 3, a.stride);
    for (ValueId v : {out.start, out.size, out.stride}) {
        Dims const dims = e.dims(v);
        if (dims.size() != 1 || !dims[0].is(static_cast<int64_t>(out.axes.size())))
            e.fail(Message::kShape, "start, size and stride of a slice need a number for each axis",
                   fmt::format("{} numbers", out.axes.size()), textOfDims(dims));
    }
    return out;
}

/// One element of a list, as i64[1].
ValueId element(Emitter& e, ValueId list, int64_t i) {
    return e.emit("gather", ops::gather::Attributes{0}, {list, e.ints({i})});
}

/// The elements of `size` are the dims of the result, whatever infer can say of it.
ValueId withDims(Emitter& e, ValueId y, ValueId x, Lists const& l) {
    auto const size = e.content(l.size);
    if (!size)
        return y;
    Dims wanted = e.dims(x);
    for (size_t i = 0; i < l.axes.size(); ++i)
        wanted[static_cast<size_t>(l.axes[i])] = (*size)[i];
    return e.dims(y) == wanted ? y : e.reshape(y, wanted);
}

ValueId inside(Emitter& e, ValueId x, Lists const& l, std::vector<int64_t> const& strides) {
    // end = start + size * stride; of a negative step it may lie before 0, which the operator writes as the least
    // number.
    ValueId end = e.row("add", {l.start, e.row("mul", {l.size, l.stride})});
    if (std::any_of(strides.begin(), strides.end(), [](int64_t s) { return s < 0; })) {
        ValueId const before = e.row("lt", {end, e.ints(std::vector<int64_t>(strides.size(), 0))});
        end = e.row("select", {before, e.ints(std::vector<int64_t>(strides.size(), INT64_MIN)), end});
    }
    ValueId const y = e.emit("slice", NoAttrs{}, {x, l.start, end, e.ints(l.axes), l.stride});
    return withDims(e, y, x, l);
}

/// Pads of the axes: what starts before 0 or ends after the dim is added, the rest is cut.
ValueId around(Emitter& e, ValueId x, Lists const& l, SampleMode mode) {
    ops::pad::Attributes a;
    a.mode = mode == SampleMode::kFILL    ? ops::pad::Mode::kConstant
             : mode == SampleMode::kCLAMP ? ops::pad::Mode::kEdge
             : mode == SampleMode::kWRAP  ? ops::pad::Mode::kWrap
                                          : ops::pad::Mode::kReflect;
    Dims const dims = e.dims(x);
    Dims own;
    for (int64_t axis : l.axes)
        own.push_back(dims[static_cast<size_t>(axis)]);
    ValueId const before = e.row("neg", {l.start});
    ValueId const after = e.row("sub", {e.row("add", {l.start, l.size}), e.shape(own)});
    ValueId const pads = e.emit("concat", ops::concat::Attributes{0}, {before, after});
    ValueId const value = e.has(4) ? e.cast(e.in(4), e.dtype(x)) : ir::kNone;
    return withDims(e, e.emit("pad", a, {x, pads, value, e.ints(l.axes)}), x, l);
}

/// Indices of one axis: start + stride * (0, 1, ...), folded into the tensor as the mode says. `valid` tells which lie
/// inside.
ValueId indices(Emitter& e, Lists const& l, size_t i, DimExpr const& dim, SampleMode mode, ValueId& valid) {
    auto const k = static_cast<int64_t>(i);
    ValueId const count = e.reshape(element(e, l.size, k), {});
    ValueId const steps = e.emit("range", NoAttrs{}, {e.scalar(DType::kI64, 0), count, e.scalar(DType::kI64, 1)});
    ValueId at = e.row("add", {element(e, l.start, k), e.row("mul", {element(e, l.stride, k), steps})});
    ValueId const zero = e.ints({0}), length = e.shape({dim}), last = e.shape({dim - 1});
    switch (mode) {
    case SampleMode::kWRAP:
        return e.row("mod", {at, length});
    case SampleMode::kREFLECT: {
        ValueId const period = e.shape({max(DimExpr(1), DimExpr(2) * (dim - 1))});
        at = e.row("mod", {at, period});
        return e.row("min", {at, e.row("sub", {period, at})});
    }
    case SampleMode::kFILL:
        valid = e.row("logic_and", {e.row("ge", {at, zero}), e.row("lt", {at, length})});
        return e.row("clip", {at, zero, last});
    case SampleMode::kCLAMP:
        return e.row("clip", {at, zero, last});
    case SampleMode::kSTRICT_BOUNDS:
        break;
    }
    return at;
}

ValueId byIndices(Emitter& e, ValueId x, Lists const& l, SampleMode mode) {
    Dims const dims = e.dims(x);
    ValueId y = x, mask = ir::kNone;
    for (size_t i = 0; i < l.axes.size(); ++i) {
        auto const axis = static_cast<size_t>(l.axes[i]);
        ValueId valid = ir::kNone;
        ValueId const at = indices(e, l, i, dims[axis], mode, valid);
        y = e.emit("gather", ops::gather::Attributes{l.axes[i]}, {y, at});
        if (valid == ir::kNone)
            continue;
        std::vector<int64_t> others; // [n] -> [n, 1, 1, ...], which stands at its axis from the right
        for (size_t k = axis + 1; k < dims.size(); ++k)
            others.push_back(static_cast<int64_t>(k - axis));
        valid = e.unsqueeze(valid, others);
        mask = mask == ir::kNone ? valid : e.row("logic_and", {mask, valid});
    }
    y = withDims(e, y, x, l);
    if (mask == ir::kNone)
        return y;
    ValueId const value = e.has(4) ? e.cast(e.in(4), e.dtype(x)) : e.scalar(e.dtype(x), 0);
    return e.row("select", {mask, y, value});
}

void slice(Emitter& e) {
    auto const mode = e.attrs<Slice>().mode;
    ValueId const x = e.in(0);
    Lists const l = listsOf(e, e.rank(x));
    auto const strides = e.numbers(l.stride);
    bool const noZero = strides && std::find(strides->begin(), strides->end(), 0) == strides->end();
    bool const ones = strides && std::all_of(strides->begin(), strides->end(), [](int64_t s) { return s == 1; });
    if (mode == SampleMode::kSTRICT_BOUNDS && noZero)
        e.out(0, inside(e, x, l, *strides));
    else if (mode != SampleMode::kSTRICT_BOUNDS && ones)
        e.out(0, around(e, x, l, mode));
    else
        e.out(0, byIndices(e, x, l, mode));
}

} // namespace

void addSliceLayers(LayerList& list) {
    static LayerDef const kSlice{opOf<Slice>("layer.slice"), LayerType::kSLICE, slice};
    list.push_back(&kSlice);
}

} // namespace tenon::layers

// SPDX-License-Identifier: Apache-2.0
#include "network/layers/window.h"

#include "network/layers/layer.h"
#include "ops/conv/conv.h"
#include "ops/pad/pad.h"
#include "ops/pool/pool.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::layers {
namespace {

using nvinfer1::LayerType;
using nvinfer1::PaddingMode;
using nvinfer1::PoolingType;
using nvinfer1::WeightsRole;

int64_t at(std::vector<int64_t> const& list, size_t i, int64_t otherwise) {
    return i < list.size() ? list[i] : otherwise;
}

/// The dims of x, which has `spatial` axes behind N and C. Throws unless it does.
Dims imageDims(Emitter& e, ValueId x, size_t spatial) {
    Dims const dims = e.dims(x);
    if (spatial == 0 || dims.size() != spatial + 2)
        e.fail(Message::kRank, "the input does not have the rank of the window",
               fmt::format("rank {}: batch, channels and {} spatial axes", spatial + 2, spatial), toString(e.type(x)));
    return dims;
}

/// Rounding up may add a window that starts in the padding. Here it counts; the operators leave it out.
bool mayStartOutside(WindowShape const& w, size_t i) {
    int64_t const extent = at(w.dilation, i, 1) * (w.size[i] - 1) + 1;
    return extent < at(w.stride, i, 1) + at(w.post, i, 0);
}

Window windowOf(Emitter& e, WindowShape const& w, Dims const& x) {
    size_t const axes = w.size.size();
    Window out;
    out.kernel = w.size;
    out.strides = w.stride;
    out.dilations = w.dilation;
    out.autoPad = w.mode == PaddingMode::kSAME_UPPER   ? AutoPad::kSameUpper
                  : w.mode == PaddingMode::kSAME_LOWER ? AutoPad::kSameLower
                                                       : AutoPad::kExplicit;
    out.ceilMode = w.mode == PaddingMode::kEXPLICIT_ROUND_UP || w.mode == PaddingMode::kCAFFE_ROUND_UP;
    if (out.autoPad != AutoPad::kExplicit)
        return out;
    for (size_t i = 0; i < axes; ++i)
        out.pads.push_back(at(w.pre, i, 0));
    for (size_t i = 0; i < axes; ++i)
        out.pads.push_back(at(w.post, i, 0));
    if (w.mode != PaddingMode::kEXPLICIT_ROUND_UP)
        return out;
    bool outside = false;
    for (size_t i = 0; i < axes; ++i)
        outside = outside || mayStartOutside(w, i);
    if (!outside)
        return out;
    out.ceilMode = false; // as much padding as the last window needs
    for (size_t i = 0; i < axes; ++i) {
        DimExpr const& d = x[i + 2];
        if (!d.isConst())
            e.fail(Message::kNotThereYet, "kEXPLICIT_ROUND_UP with windows that start in the padding needs fixed dims",
                   "a fixed dim", toText(d));
        int64_t const stride = at(w.stride, i, 1), extent = at(w.dilation, i, 1) * (w.size[i] - 1) + 1;
        int64_t const room = d.value() + out.pads[i] + out.pads[i + axes] - extent;
        out.pads[i + axes] += (room + stride - 1) / stride * stride - room;
    }
    return out;
}

int64_t channelsOf(Emitter& e, Dims const& x) {
    if (!x[1].isConst())
        e.fail(Message::kShape, "the number of channels of the input must be known", "a number", toText(x[1]));
    return x[1].value();
}

int64_t share(Emitter& e, int64_t count, int64_t groups, char const* what) {
    if (groups < 1 || count % groups != 0)
        e.fail(Message::kShape, fmt::format("{} {} cannot be shared out among {} groups", count, what, groups),
               "a multiple of the number of groups", fmt::format("{}", count));
    return count / groups;
}

/// A kernel or bias that is a tensor has the type of x in a strong network; a weak one brings x to its type or it to
/// that of x.
void convolution(Emitter& e) {
    auto const& a = e.attrs<Convolution>();
    ValueId const x = e.in(0);
    Dims const dims = imageDims(e, x, a.window.size.size());
    std::vector<int64_t> wanted{a.maps, share(e, channelsOf(e, dims), a.groups, "input channels")};
    share(e, a.maps, a.groups, "output maps");
    wanted.insert(wanted.end(), a.window.size.begin(), a.window.size.end());
    DType const type = e.dtype(x);
    std::vector<ValueId> operands{x, e.weightsOrTensor(1, WeightsRole::kKERNEL, wanted, type)};
    if (e.has(2))
        operands.push_back(e.weightsOrTensor(2, WeightsRole::kBIAS, {a.maps}, type));
    e.out(0, e.emit("conv", ops::conv::Attributes{windowOf(e, a.window, dims), a.groups}, std::move(operands)));
}

/// Zeros between the elements, so that a convolution with stride 1 gives the transposed one.
ValueId spread(Emitter& e, ValueId x, Dims& dims, std::vector<int64_t> const& strides) {
    size_t const axes = dims.size() - 2;
    if (std::all_of(strides.begin(), strides.end(), [](int64_t s) { return s == 1; }))
        return x;
    std::vector<int64_t> newAxes, pads(2 * (2 + 2 * axes), 0);
    for (size_t i = 0; i < axes; ++i) {
        newAxes.push_back(static_cast<int64_t>(3 + 2 * i));
        pads[pads.size() / 2 + 3 + 2 * i] = strides[i] - 1;
    }
    ValueId y = e.unsqueeze(x, newAxes);
    y = e.emit("pad", ops::pad::Attributes{}, {y, e.ints(pads)});
    for (size_t i = 0; i < axes; ++i)
        dims[i + 2] = dims[i + 2] * DimExpr(strides[i]);
    return e.reshape(y, dims);
}

/// [C, maps / groups, size...] -> [maps, C / groups, size...] with every spatial axis reversed.
ValueId turnKernel(Emitter& e, ValueId kernel, std::vector<int64_t> const& dims, int64_t groups) {
    std::vector<int64_t> size(dims.begin() + 2, dims.end());
    Dims split{groups, dims[0] / groups, dims[1]}, joined{dims[1] * groups, dims[0] / groups};
    split.insert(split.end(), size.begin(), size.end());
    joined.insert(joined.end(), size.begin(), size.end());
    std::vector<int64_t> perm(split.size()), starts, ends, axes, steps;
    for (size_t i = 0; i < perm.size(); ++i)
        perm[i] = static_cast<int64_t>(i);
    std::swap(perm[1], perm[2]);
    ValueId y = e.reshape(e.transpose(e.reshape(kernel, split), perm), joined);
    for (size_t i = 0; i < size.size(); ++i) {
        starts.push_back(-1);
        ends.push_back(INT64_MIN);
        axes.push_back(static_cast<int64_t>(i) + 2);
        steps.push_back(-1);
    }
    return e.emit("slice", NoAttrs{}, {y, e.ints(starts), e.ints(ends), e.ints(axes), e.ints(steps)});
}

void deconvolution(Emitter& e) {
    auto const& a = e.attrs<Deconvolution>();
    WindowShape const& w = a.window;
    ValueId x = e.in(0);
    Dims dims = imageDims(e, x, w.size.size());
    size_t const axes = w.size.size();
    int64_t const channels = channelsOf(e, dims);
    share(e, channels, a.groups, "input channels");
    std::vector<int64_t> wanted{channels, share(e, a.maps, a.groups, "output maps")};
    wanted.insert(wanted.end(), w.size.begin(), w.size.end());
    DType const type = e.dtype(x);
    ValueId const kernel = turnKernel(e, e.weightsOrTensor(1, WeightsRole::kKERNEL, wanted, type), wanted, a.groups);

    std::vector<int64_t> strides, crop(2 * (axes + 2), 0);
    Window window;
    window.kernel = w.size;
    window.pads.assign(2 * axes, 0);
    window.dilations = w.dilation;
    bool cropped = false;
    for (size_t i = 0; i < axes; ++i) {
        int64_t const stride = at(w.stride, i, 1), extent = at(w.dilation, i, 1) * (w.size[i] - 1) + 1;
        strides.push_back(stride);
        int64_t pre = at(w.pre, i, 0), post = at(w.post, i, 0);
        if (w.mode == PaddingMode::kSAME_UPPER || w.mode == PaddingMode::kSAME_LOWER) {
            int64_t const total = extent - stride; // the output is input * stride
            pre = w.mode == PaddingMode::kSAME_UPPER ? total / 2 : total - total / 2;
            post = total - pre;
        }
        // The spread input ends with stride - 1 zeros; what is left over on a side is cut off.
        int64_t const before = extent - 1 - pre, after = extent - 1 - post - (stride - 1);
        window.pads[i] = std::max<int64_t>(before, 0);
        window.pads[i + axes] = std::max<int64_t>(after, 0);
        crop[i + 2] = std::min<int64_t>(before, 0);
        crop[i + 2 + axes + 2] = std::min<int64_t>(after, 0);
        cropped = cropped || before < 0 || after < 0;
    }
    x = spread(e, x, dims, strides);
    if (cropped)
        x = e.emit("pad", ops::pad::Attributes{}, {x, e.ints(crop)});
    std::vector<ValueId> operands{x, kernel};
    if (e.has(2))
        operands.push_back(e.weightsOrTensor(2, WeightsRole::kBIAS, {a.maps}, type));
    e.out(0, e.emit("conv", ops::conv::Attributes{std::move(window), a.groups}, std::move(operands)));
}

void pooling(Emitter& e) {
    auto const& a = e.attrs<Pooling>();
    ValueId const x = e.in(0);
    Dims const dims = imageDims(e, x, a.window.size.size());
    ops::pool::Attributes pool;
    pool.window = windowOf(e, a.window, dims);
    pool.countIncludePad = !a.exclusive;
    auto make = [&](ops::pool::Kind kind) {
        pool.kind = kind;
        return e.emit("pool", pool, {x});
    };
    if (a.type == PoolingType::kMAX)
        return e.out(0, make(ops::pool::Kind::kMax));
    if (a.type == PoolingType::kAVERAGE)
        return e.out(0, make(ops::pool::Kind::kAverage));
    ValueId const most = make(ops::pool::Kind::kMax), mean = make(ops::pool::Kind::kAverage);
    DType const type = e.dtype(x);
    ExpressionWriter w({type, type});
    int32_t const y =
        w.row("add", {w.row("mul", {w.number(type, 1.0 - a.blend), 0}), w.row("mul", {w.number(type, a.blend), 1})});
    e.out(0, e.pointwise(w.take(y), {most, mean}));
}

/// The sum over channels is a mean over windows of [N, 1, C, spatial].
void responseNorm(Emitter& e) {
    auto const& a = e.attrs<ResponseNorm>();
    ValueId const x = e.in(0);
    Dims const dims = e.dims(x);
    if (dims.size() < 3)
        e.fail(Message::kRank, "response normalization needs batch, channels and spatial axes", "rank 3 or more",
               toString(e.type(x)));
    if (a.window < 1 || a.window % 2 == 0)
        e.fail(Message::kAttribute, "the window of a response normalization is odd", "an odd number",
               fmt::format("{}", a.window));
    Dims const folded{dims[0], DimExpr(1), dims[1], volume(std::span(dims).subspan(2))};
    ops::pool::Attributes pool;
    pool.kind = ops::pool::Kind::kAverage;
    pool.countIncludePad = true;
    pool.window.kernel = {a.window, 1};
    pool.window.pads = {a.window / 2, 0, a.window / 2, 0};
    ValueId const mean = e.reshape(e.emit("pool", pool, {e.reshape(e.row("square", {x}), folded)}), dims);
    DType const type = e.dtype(x);
    ExpressionWriter w({type, type});
    int32_t const base = w.row("add", {w.number(type, a.k), w.row("mul", {w.number(type, a.alpha), 1})});
    int32_t const y = w.row("div", {0, w.row("pow", {base, w.number(type, a.beta)})});
    e.out(0, e.pointwise(w.take(y), {x, mean}));
}

void padding(Emitter& e) {
    auto const& a = e.attrs<Padding>();
    ValueId const x = e.in(0);
    auto const rank = static_cast<size_t>(e.rank(x));
    if (rank < 2)
        e.fail(Message::kRank, "padding works on the last two axes", "rank 2 or more", toString(e.type(x)));
    std::vector<int64_t> pads(2 * rank, 0);
    for (size_t i = 0; i < 2; ++i) {
        pads[rank - 2 + i] = at(a.pre, i, 0);
        pads[2 * rank - 2 + i] = at(a.post, i, 0);
    }
    e.out(0, e.emit("pad", ops::pad::Attributes{}, {x, e.ints(pads)}));
}

} // namespace

void addWindowLayers(LayerList& list) {
    static LayerDef const kConvolution{opOf<Convolution>("layer.convolution"), LayerType::kCONVOLUTION, convolution};
    static LayerDef const kDeconvolution{opOf<Deconvolution>("layer.deconvolution"), LayerType::kDECONVOLUTION,
                                         deconvolution};
    static LayerDef const kPooling{opOf<Pooling>("layer.pooling"), LayerType::kPOOLING, pooling};
    static LayerDef const kNorm{opOf<ResponseNorm>("layer.lrn"), LayerType::kLRN, responseNorm};
    static LayerDef const kPadding{opOf<Padding>("layer.padding"), LayerType::kPADDING, padding};
    list.insert(list.end(), {&kConvolution, &kDeconvolution, &kPooling, &kNorm, &kPadding});
}

} // namespace tenon::layers

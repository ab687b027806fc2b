// SPDX-License-Identifier: Apache-2.0
// Reference resize: a list of weighted elements for each position of each axis, and their products, summed in double.
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/resize/resize.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace tenon::ops {
namespace resizing {
namespace {

struct Tap {
    int64_t index;
    double weight;
};
/// What one position of one axis reads; no taps: it lies outside and is extrapolated.
using Taps = std::vector<Tap>;

Taps filtered(Attributes const& attrs, Axis const& axis, double position) {
    Filter const filter(attrs, axis, position);
    Taps taps;
    double sum = 0;
    for (int64_t i = 0; i < filter.count; ++i) {
        double const weight = filter.weight(attrs, axis, i);
        taps.push_back({std::clamp<int64_t>(filter.first + i, 0, axis.in - 1), weight});
        sum += weight;
    }
    for (Tap& tap : taps)
        tap.weight /= sum;
    return taps;
}

Taps tapsOf(Attributes const& attrs, Axis const& axis, int64_t i) {
    if (axis.isIdentity(attrs))
        return {{i, 1}};
    double const position = axis.position(attrs, i);
    if (attrs.coordinates == Coordinates::kTfCropAndResize &&
        (position < 0 || position > static_cast<double>(axis.in - 1)))
        return {};
    if (attrs.mode == Mode::kNearest)
        return {{nearestIndex(attrs, axis, position), 1}};
    return filtered(attrs, axis, position);
}

template <class T>
struct Sampler {
    T const* x;
    std::vector<int64_t> strides;
    std::vector<Taps const*> taps; ///< of the current position, one per axis

    /// What the first taps read.
    T first() const {
        int64_t at = 0;
        for (size_t axis = 0; axis < taps.size(); ++axis)
            at += (*taps[axis])[0].index * strides[axis];
        return x[at];
    }
    double sum(size_t axis, int64_t at) const {
        if (axis == taps.size())
            return static_cast<double>(x[at]);
        double out = 0;
        for (Tap const& tap : *taps[axis])
            if (tap.weight != 0)
                out += tap.weight * sum(axis + 1, at + tap.index * strides[axis]);
        return out;
    }
};

template <class T>
T rounded(double v) {
    if constexpr (std::is_same_v<T, bool>) {
        return v >= 0.5;
    } else if constexpr (std::is_integral_v<T>) {
        using Limits = std::numeric_limits<T>;
        if (v >= static_cast<double>(Limits::max()))
            return Limits::max();
        return v <= static_cast<double>(Limits::lowest()) ? Limits::lowest() : static_cast<T>(v);
    } else if constexpr (std::is_same_v<T, double>) {
        return v;
    } else {
        return T(static_cast<float>(v));
    }
}

template <class T>
void compute(Attributes const& attrs, Tensor const& x, Tensor const& y, std::vector<std::vector<Taps>> const& taps) {
    auto const rank = static_cast<size_t>(x.rank);
    std::vector<int64_t> index(rank, 0);
    Sampler<T> sampler{x.as<T const>(), std::vector<int64_t>(rank, 1), std::vector<Taps const*>(rank)};
    for (size_t i = rank; i-- > 1;)
        sampler.strides[i - 1] = sampler.strides[i] * x.dims[i];
    for (int64_t e = 0; e < y.elements(); ++e) {
        bool outside = false;
        for (size_t i = 0; i < rank; ++i) {
            sampler.taps[i] = &taps[i][static_cast<size_t>(index[i])];
            outside = outside || sampler.taps[i]->empty();
        }
        // One element of weight 1 is copied: a double does not hold every 64-bit integer.
        y.as<T>()[e] = !outside && attrs.mode == Mode::kNearest
                           ? sampler.first()
                           : rounded<T>(outside ? attrs.extrapolation : sampler.sum(0, 0));
        for (size_t i = rank; i-- > 0 && ++index[i] == y.dims[i];)
            index[i] = 0;
    }
}

template <class T>
std::span<T const> elements(Args const& args, size_t i) {
    if (!args.has(i))
        return {};
    return {args.inputs[i].as<T const>(), static_cast<size_t>(args.inputs[i].elements())};
}

/// Dims of the result, from scales or sizes. False with failure set where they make no shape.
bool resultDims(Attributes const& attrs, Args const& args, Lists const& lists, std::vector<int64_t>& dims) {
    std::span<int64_t const> const in = args.inputs[0].shape();
    size_t const entries = attrs.axes.empty() ? in.size() : attrs.axes.size();
    if ((args.has(2) ? lists.scales.size() : lists.sizes.size()) != entries)
        return args.failure->set(Message::kShape, "resize: %zu scales or sizes for %zu axes",
                                 args.has(2) ? lists.scales.size() : lists.sizes.size(), entries);
    if (attrs.coordinates == Coordinates::kTfCropAndResize && lists.roi.size() != 2 * entries)
        return args.failure->set(Message::kShape, "resize: %zu numbers tell the regions of %zu axes", lists.roi.size(),
                                 entries);
    dims.assign(in.begin(), in.end());
    for (size_t i = 0; i < in.size(); ++i) {
        int64_t const entry = attrs.entryOf(static_cast<int64_t>(i), static_cast<int64_t>(in.size()));
        if (entry < 0)
            continue;
        auto const e = static_cast<size_t>(entry);
        if (args.has(2)) {
            float const scale = lists.scales[e];
            if (!(scale > 0) || !(static_cast<double>(scale) * static_cast<double>(in[i]) < 0x1p40))
                return args.failure->set(Message::kAttribute, "resize: a scale of %g", static_cast<double>(scale));
            dims[i] = scaledDim(in[i], scale).value();
        } else {
            dims[i] = attrs.policy == Policy::kStretch ? lists.sizes[e] : policyDim(attrs, in, lists.sizes, i);
        }
        if (dims[i] < 0)
            return args.failure->set(Message::kShape, "resize: a size of %lld", static_cast<long long>(dims[i]));
    }
    return true;
}

bool run(Attributes const& attrs, Args const& args) {
    Tensor const& x = args.inputs[0];
    Lists const lists{elements<float>(args, 1), elements<float>(args, 2), elements<int64_t>(args, 3)};
    std::vector<int64_t> dims;
    Tensor y;
    if (!resultDims(attrs, args, lists, dims) || !tenon::resize(args.outputs[0], x.dtype, dims, args.failure, y))
        return false;
    if (y.elements() == 0)
        return true;
    if (x.elements() == 0)
        return args.failure->set(Message::kRunFailed, "a resize of an empty tensor to one that is not empty");
    std::vector<std::vector<Taps>> taps(static_cast<size_t>(x.rank));
    for (int32_t i = 0; i < x.rank; ++i) {
        Axis const axis = axisOf(attrs, i, x.shape(), y.shape(), lists);
        for (int64_t k = 0; k < y.dims[i]; ++k)
            taps[static_cast<size_t>(i)].push_back(tapsOf(attrs, axis, k));
    }
    return withType(x.dtype, [&](auto sample) { compute<decltype(sample)>(attrs, x, y, taps); });
}

} // namespace
} // namespace resizing

void resize_ref(KernelTable& table) {
    table.add(referenceKernel<resizing::Attributes>("resize", "resize.ref", resizing::run));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// resize.taps: nearest and linear resizing in fp32 of the last one or two axes, in the plain layout and in nChw16c. The
// elements that each row and column reads are worked out once a run, into the workspace.
#include "kernel/parallel.h"
#include "kernel/table.h"
#include "ops/resize/resize.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tenon::ops {
namespace resizing {
namespace {

/// A position between elements lo and hi.
struct Tap {
    int32_t lo = 0, hi = 0;
    float weight = 0; ///< of hi
};

void fillTaps(Attributes const& attrs, Axis const& axis, Tap* taps) noexcept {
    for (int64_t i = 0; i < axis.out; ++i) {
        double const position = axis.isIdentity(attrs) ? static_cast<double>(i) : axis.position(attrs, i);
        if (attrs.mode == Mode::kNearest) {
            taps[i].lo = taps[i].hi =
                static_cast<int32_t>(axis.isIdentity(attrs) ? i : nearestIndex(attrs, axis, position));
            taps[i].weight = 0;
            continue;
        }
        double const base = std::floor(position);
        auto edge = [&](double at) {
            return static_cast<int32_t>(std::clamp(at, 0.0, static_cast<double>(axis.in - 1)));
        };
        taps[i] = {edge(base), edge(base + 1), static_cast<float>(position - base)};
    }
}

/// The planes of a run: in and out are [planes][height][width][kLanes].
struct Planes {
    int64_t count, inHeight, inWidth, outHeight, outWidth;
    float const* x;
    float* y;
    Tap const *rows, *columns;
};

template <int kLanes>
void nearestRow(Planes const& p, float const* from, float* to) noexcept {
    for (int64_t i = 0; i < p.outWidth; ++i)
        std::memcpy(to + i * kLanes, from + p.columns[i].lo * int64_t{kLanes}, kLanes * sizeof(float));
}

template <int kLanes>
void linearRow(Planes const& p, float const* upper, float const* lower, float weight, float* to) noexcept {
    for (int64_t i = 0; i < p.outWidth; ++i) {
        Tap const& c = p.columns[i];
        int64_t const lo = c.lo * int64_t{kLanes}, hi = c.hi * int64_t{kLanes};
        for (int k = 0; k < kLanes; ++k) {
            float const a = upper[lo + k] + (upper[hi + k] - upper[lo + k]) * c.weight;
            float const b = lower[lo + k] + (lower[hi + k] - lower[lo + k]) * c.weight;
            to[i * kLanes + k] = a + (b - a) * weight;
        }
    }
}

template <int kLanes>
void run(Planes const& p, bool nearest) noexcept {
    int64_t const inRow = p.inWidth * kLanes, outRow = p.outWidth * kLanes;
    int64_t const grain = std::max<int64_t>(1, kSerialNanoseconds / (outRow + 1));
    parallelFor(p.count * p.outHeight, grain, [&](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t) {
            Tap const& row = p.rows[t % p.outHeight];
            float const* const plane = p.x + t / p.outHeight * p.inHeight * inRow;
            if (nearest)
                nearestRow<kLanes>(p, plane + row.lo * inRow, p.y + t * outRow);
            else
                linearRow<kLanes>(p, plane + row.lo * inRow, plane + row.hi * inRow, row.weight, p.y + t * outRow);
        }
    });
}

class TapsInstance final : public Instance {
public:
    TapsInstance(Problem const& problem, bool blocked)
        : mAttrs(problem.attrs.as<Attributes>()), mInputs(problem.inputs.size()), mBlocked(blocked) {}

    bool enqueue(Args const& args) noexcept override {
        Tensor const &x = args.inputs[0], &y = args.outputs[0];
        if (y.elements() == 0)
            return true;
        if (x.elements() == 0)
            return args.failure->set(Message::kRunFailed, "a resize of an empty tensor to one that is not empty");
        Lists const lists{list<float>(args, 1), list<float>(args, 2), list<int64_t>(args, 3)};
        Axis const width = axisOf(mAttrs, x.rank - 1, x.shape(), y.shape(), lists);
        Axis const height = x.rank > 3 ? axisOf(mAttrs, x.rank - 2, x.shape(), y.shape(), lists) : Axis{};
        auto* const rows = static_cast<Tap*>(args.workspace);
        fillTaps(mAttrs, height, rows);
        fillTaps(mAttrs, width, rows + height.out);
        int64_t const channels = mBlocked ? (x.dims[1] + 15) / 16 : x.dims[1];
        Planes const planes{x.dims[0] * channels, height.in,     width.in, height.out,       width.out,
                            x.as<float const>(),  y.as<float>(), rows,     rows + height.out};
        (mBlocked ? run<16> : run<1>)(planes, mAttrs.mode == Mode::kNearest);
        return true;
    }

private:
    template <class T>
    std::span<T const> list(Args const& args, size_t i) const noexcept {
        if (i >= mInputs || !args.inputs[i].present())
            return {};
        return {args.inputs[i].as<T const>(), static_cast<size_t>(args.inputs[i].elements())};
    }

    Attributes mAttrs;
    size_t mInputs;
    bool mBlocked;
};

class TapsKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "resize.taps"; }
    std::string_view op() const noexcept override { return "resize"; }

    Proposal propose(Problem const& problem) const override {
        OperandDesc const& x = problem.inputs[0];
        auto const& attrs = problem.attrs.as<Attributes>();
        if (problem.epilogue)
            return {{}, "a resize takes no epilogue"};
        if (x.type.dtype != DType::kF32)
            return {{}, "only f32 is computed"};
        if (!x.ranked || x.dims.size() < 3 || x.dims.size() > 4)
            return {{}, "only one or two spatial axes are computed"};
        if (attrs.mode == Mode::kCubic || attrs.antialias || attrs.excludeOutside ||
            attrs.coordinates == Coordinates::kTfCropAndResize)
            return {{}, "cubic, antialiased and cropping resizes are computed by the reference alone"};
        if (problem.inputs.size() > 2 && problem.inputs[2].present && problem.inputs[2].bytes == nullptr)
            return {{}, "the scales are no constant"};
        if (attrs.policy != Policy::kStretch && !areFixed(problem.outputs[0].dims))
            return {{}, "the aspect ratio of open dims is kept"};
        for (DimRange const& d : problem.outputs[0].dims)
            if (d.max > INT32_MAX)
                return {{}, "a dim may be too large"};
        if (!keepsFirstAxes(problem))
            return {{}, "the first two axes are resized"};
        Signature blocked = Signature::plain(problem);
        blocked.inputs[0] = blocked.outputs[0] = Layout::blockedChannels(4, 16);
        return {{Signature::plain(problem), std::move(blocked)}, {}};
    }
    int64_t workspace(Problem const& problem, Signature const&) const override {
        auto const& y = problem.outputs[0].dims;
        return static_cast<int64_t>(sizeof(Tap)) * ((y.size() > 3 ? y[2].max : 1) + y.back().max);
    }
    double estimate(Problem const& problem, Signature const& signature) const override {
        double const elements = problem.outputs[0].optElements();
        double const each = problem.attrs.as<Attributes>().mode == Mode::kNearest ? 0.6 : 1.6;
        return 500 + elements * each * (signature.inputs[0].isRowMajor() ? 1 : 0.4);
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const& signature, int) const override {
        return std::make_unique<TapsInstance>(problem, !signature.inputs[0].isRowMajor());
    }

private:
    static bool areFixed(std::vector<DimRange> const& dims) {
        return std::all_of(dims.begin(), dims.end(), [](DimRange const& d) { return d.isFixed(); });
    }
    /// The first two axes are not resized: by `axes`, by scales of 1, or by sizes that are the operand's own dims.
    static bool keepsFirstAxes(Problem const& problem) {
        auto const& attrs = problem.attrs.as<Attributes>();
        auto const rank = static_cast<int64_t>(problem.inputs[0].dims.size());
        for (int64_t axis = 0; axis < 2; ++axis) {
            int64_t const entry = attrs.entryOf(axis, rank);
            if (entry < 0)
                continue;
            auto const i = static_cast<size_t>(axis);
            if (problem.inputs.size() > 2 && problem.inputs[2].present) {
                if (problem.inputs[2].bytes == nullptr ||
                    reinterpret_cast<float const*>(problem.inputs[2].bytes)[entry] != 1.0f)
                    return false;
            } else if (attrs.policy != Policy::kStretch || !problem.inputs[0].dims[i].isFixed() ||
                       !(problem.inputs[0].dims[i] == problem.outputs[0].dims[i])) {
                return false;
            }
        }
        return true;
    }
};

} // namespace
} // namespace resizing

void resize_cpu(KernelTable& table) {
    table.add(std::make_unique<resizing::TapsKernel>());
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Resizing in fp32 of all axes but the first two. The elements that each row and column reads are worked out once a
// run, into the workspace. resize.taps: nearest and linear over one or two axes, in the plain layout and in nChw16c.
// resize.filter: any filter over up to three axes; a row of the result is a weighted sum of rows, then of columns.
#include "backend/cpu/rows.h"
#include "kernel/parallel.h"
#include "kernel/row_major.h"
#include "kernel/table.h"
#include "ops/resize/resize.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

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

bool areFixed(std::vector<DimRange> const& dims) {
    return std::all_of(dims.begin(), dims.end(), [](DimRange const& d) { return d.isFixed(); });
}

/// The first two axes are not resized: by `axes`, by scales of 1, or by sizes that are the operand's own dims.
bool keepsFirstAxes(Problem const& problem) {
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

/// Why neither kernel takes the problem; empty where one may.
std::string reject(Problem const& problem, size_t mostRank) {
    OperandDesc const& x = problem.inputs[0];
    if (problem.epilogue)
        return "a resize takes no epilogue";
    if (x.type.dtype != DType::kF32)
        return "only f32 is computed";
    if (!x.ranked || x.dims.size() < 3 || x.dims.size() > mostRank)
        return "the number of spatial axes";
    if (problem.attrs.as<Attributes>().coordinates == Coordinates::kTfCropAndResize)
        return "cropping resizes are computed by the reference alone";
    if (problem.inputs.size() > 2 && problem.inputs[2].present && problem.inputs[2].bytes == nullptr)
        return "the scales are no constant";
    if (problem.attrs.as<Attributes>().policy != Policy::kStretch && !areFixed(problem.outputs[0].dims))
        return "the aspect ratio of open dims is kept";
    for (DimRange const& d : problem.outputs[0].dims)
        if (d.max > INT32_MAX)
            return "a dim may be too large";
    return keepsFirstAxes(problem) ? "" : "the first two axes are resized";
}

/// The operands beside x.
Lists listsOf(Args const& args, size_t inputs) noexcept {
    auto list = [&]<class T>(size_t i, T) -> std::span<T const> {
        if (i >= inputs || !args.inputs[i].present())
            return {};
        return {args.inputs[i].as<T const>(), static_cast<size_t>(args.inputs[i].elements())};
    };
    return {list(1, float{}), list(2, float{}), list(3, int64_t{})};
}

/// What a run without elements gives; nothing where there is something to compute.
std::optional<bool> withoutElements(Args const& args) {
    if (args.outputs[0].elements() == 0)
        return true;
    if (args.inputs[0].elements() == 0)
        return args.failure->set(Message::kRunFailed, "a resize of an empty tensor to one that is not empty");
    return std::nullopt;
}

class TapsInstance final : public Instance {
public:
    TapsInstance(Problem const& problem, bool blocked)
        : mAttrs(problem.attrs.as<Attributes>()), mInputs(problem.inputs.size()), mBlocked(blocked) {}

    bool enqueue(Args const& args) noexcept override {
        if (auto const done = withoutElements(args))
            return *done;
        Tensor const &x = args.inputs[0], &y = args.outputs[0];
        Lists const lists = listsOf(args, mInputs);
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
    Attributes mAttrs;
    size_t mInputs;
    bool mBlocked;
};

class TapsKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "resize.taps"; }
    std::string_view op() const noexcept override { return "resize"; }

    Proposal propose(Problem const& problem) const override {
        if (std::string reason = reject(problem, 4); !reason.empty())
            return {{}, std::move(reason)};
        auto const& attrs = problem.attrs.as<Attributes>();
        if (attrs.mode == Mode::kCubic || attrs.antialias || attrs.excludeOutside)
            return {{}, "cubic and antialiased resizes have a kernel of their own"};
        Signature blocked = Signature::plain(problem);
        blocked.inputs[0] = blocked.outputs[0] = Layout::blockedChannels(4, 16);
        return {{Signature::plain(problem), std::move(blocked)}, {}};
    }
    int64_t workspace(Problem const& problem, Signature const&) const override {
        auto const& y = problem.outputs[0].dims;
        return static_cast<int64_t>(sizeof(Tap)) * ((y.size() > 3 ? y[2].max : 1) + y.back().max);
    }
    double estimate(Problem const& problem, Signature const& signature) const override {
        double const each = problem.attrs.as<Attributes>().mode == Mode::kNearest ? 0.6 : 1.6;
        return 500 + problem.outputs[0].optElements() * each * (signature.inputs[0].isRowMajor() ? 1 : 0.4);
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const& signature, int) const override {
        return std::make_unique<TapsInstance>(problem, !signature.inputs[0].isRowMajor());
    }
};

/// An element and its weight.
struct Weighted {
    int32_t index;
    float weight;
};

/// What the positions of one axis read: position i the elements list[begin[i]] to before list[begin[i + 1]].
struct Filters {
    int32_t* begin;
    Weighted* list;

    /// As many elements as suffice: the filter of a position has four, or, where it is widened, is less than
    /// 4 * in / out + 2 elements long, and rounding the dims makes that at most twice as much.
    static int64_t mostOf(int64_t in, int64_t out) noexcept { return 8 * in + 4 * out + 16; }
    static int64_t bytes(int64_t in, int64_t out) noexcept {
        return (out + 2) / 2 * 2 * int64_t{sizeof(int32_t)} + mostOf(in, out) * int64_t{sizeof(Weighted)};
    }

    Filters(Attributes const& attrs, Axis const& axis, std::byte* at) noexcept
        : begin(reinterpret_cast<int32_t*>(at)),
          list(reinterpret_cast<Weighted*>(at + (axis.out + 2) / 2 * 2 * int64_t{sizeof(int32_t)})) {
        int32_t n = 0;
        for (int64_t i = 0; i < axis.out; ++i) {
            begin[i] = n;
            if (axis.isIdentity(attrs))
                list[n++] = {static_cast<int32_t>(i), 1};
            else if (attrs.mode == Mode::kNearest)
                list[n++] = {static_cast<int32_t>(nearestIndex(attrs, axis, axis.position(attrs, i))), 1};
            else
                n += filter(attrs, axis, axis.position(attrs, i), list + n);
        }
        begin[axis.out] = n;
    }

private:
    static int32_t filter(Attributes const& attrs, Axis const& axis, double position, Weighted* to) noexcept {
        Filter const filter(attrs, axis, position);
        double sum = 0;
        for (int64_t i = 0; i < filter.count; ++i)
            sum += filter.weight(attrs, axis, i);
        int32_t n = 0;
        for (int64_t i = 0; i < filter.count; ++i)
            if (double const weight = filter.weight(attrs, axis, i); weight != 0)
                to[n++] = {static_cast<int32_t>(std::clamp<int64_t>(filter.first + i, 0, axis.in - 1)),
                           static_cast<float>(weight / sum)};
        return n;
    }
};

constexpr int64_t kMostWidth = 8192;

/// One row of the result: a sum of rows of the plane, then of elements of that.
void filterRow(Filters const (&filters)[3], Axis const (&axes)[3], float const* plane, int64_t depth, int64_t row,
               float* to) noexcept {
    auto const& [deep, down, across] = filters;
    float line[kMostWidth];
    int64_t const width = axes[2].in;
    bool isFirst = true;
    for (int32_t d = deep.begin[depth]; d < deep.begin[depth + 1]; ++d)
        for (int32_t r = down.begin[row]; r < down.begin[row + 1]; ++r) {
            float const* const from = plane + (deep.list[d].index * axes[1].in + down.list[r].index) * width;
            float const weight = deep.list[d].weight * down.list[r].weight;
            if (isFirst)
                cpu::scaleRow(width, weight, from, line);
            else
                cpu::addScaledRow(width, weight, from, line);
            isFirst = false;
        }
    if (isFirst)
        std::fill_n(line, width, 0.0f);
    for (int64_t i = 0; i < axes[2].out; ++i) {
        float sum = 0;
        for (int32_t k = across.begin[i]; k < across.begin[i + 1]; ++k)
            sum += across.list[k].weight * line[across.list[k].index];
        to[i] = sum;
    }
}

class FilterInstance final : public Instance {
public:
    explicit FilterInstance(Problem const& problem)
        : mAttrs(problem.attrs.as<Attributes>()), mInputs(problem.inputs.size()) {}

    bool enqueue(Args const& args) noexcept override {
        if (auto const done = withoutElements(args))
            return *done;
        Tensor const &x = args.inputs[0], &y = args.outputs[0];
        Lists const lists = listsOf(args, mInputs);
        auto axis = [&](int32_t behind) {
            return x.rank > 2 + behind ? axisOf(mAttrs, x.rank - 1 - behind, x.shape(), y.shape(), lists) : Axis{};
        };
        Axis const axes[3] = {axis(2), axis(1), axis(0)};
        auto* const deep = static_cast<std::byte*>(args.workspace);
        std::byte* const down = deep + Filters::bytes(axes[0].in, axes[0].out);
        Filters const filters[3] = {{mAttrs, axes[0], deep},
                                    {mAttrs, axes[1], down},
                                    {mAttrs, axes[2], down + Filters::bytes(axes[1].in, axes[1].out)}};
        int64_t const rows = axes[0].out * axes[1].out, plane = axes[0].in * axes[1].in * axes[2].in;
        int64_t const grain = kSerialNanoseconds / (axes[2].in + 4 * axes[2].out) + 1;
        parallelFor(x.dims[0] * x.dims[1] * rows, grain, [&](int64_t begin, int64_t end) {
            for (int64_t t = begin; t < end; ++t)
                filterRow(filters, axes, x.as<float const>() + t / rows * plane, t % rows / axes[1].out,
                          t % axes[1].out, y.as<float>() + t * axes[2].out);
        });
        return true;
    }

private:
    Attributes mAttrs;
    size_t mInputs;
};

std::string refusalOfFilter(Problem const& problem) {
    std::string reason = reject(problem, 5);
    return reason.empty() && problem.inputs[0].dims.back().max > kMostWidth ? "a row may be too long" : reason;
}

int64_t workspaceOfFilter(Problem const& problem) {
    int64_t bytes = 2 * Filters::bytes(1, 1); // of axes that are not there
    for (size_t i = 2; i < problem.outputs[0].dims.size(); ++i)
        bytes += Filters::bytes(problem.inputs[0].dims[i].max, problem.outputs[0].dims[i].max);
    return bytes;
}

} // namespace
} // namespace resizing

void resize_cpu(KernelTable& table) {
    table.add(std::make_unique<resizing::TapsKernel>());
    table.add(rowMajorKernel({.op = "resize",
                              .name = "resize.filter",
                              .refusal = resizing::refusalOfFilter,
                              .make = instanceOf<resizing::FilterInstance>,
                              .fixedNs = 1000,
                              .elementNs = 4,
                              .workspace = resizing::workspaceOfFilter}));
}

} // namespace tenon::ops

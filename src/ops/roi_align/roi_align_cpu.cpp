// SPDX-License-Identifier: Apache-2.0
// roi_align.taps: f32, f16 and bf16, computed in f32. The mean of a bin's points is a weighted sum over some rows and
// columns, so the weights of each axis are put together once for a region and some channels: then each channel is its
// rows summed, and columns of that. The greatest point of a bin is looked for in all those channels at once.
#include "backend/cpu/rows.h"
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/parallel.h"
#include "kernel/row_major.h"
#include "kernel/table.h"
#include "ops/roi_align/roi_align.h"

#include <array>

namespace tenon::ops {
namespace roi_align {
namespace {

constexpr int64_t kMostTaps = 2048; ///< of one axis of a region
constexpr int64_t kMostBins = 256;
constexpr int64_t kChannels = 64; ///< of a task

/// Elements of one axis and their weights, bin by bin.
struct AxisTaps {
    std::array<int32_t, kMostBins + 1> begin;
    std::array<int32_t, kMostTaps> index;
    std::array<float, kMostTaps> weight;
    int32_t low = 0, high = 0; ///< all elements lie in [low, high)

    /// Bins are apart but for an element at either end, so there are at most as many taps as the axis has elements, and
    /// three more a bin.
    static bool suffices(int64_t size, int64_t bins) noexcept {
        return bins <= kMostBins && size + 3 * bins + 8 <= kMostTaps;
    }

    void fill(Span const& s, int64_t bins) noexcept {
        int32_t count = 0;
        low = static_cast<int32_t>(s.size);
        high = 0;
        for (int64_t b = 0; b < bins; ++b) {
            begin[static_cast<size_t>(b)] = count;
            for (int64_t i = 0; i < s.points; ++i) { // by rising coordinate
                Point const p = pointOf(s, b, s.bin < 0 ? s.points - 1 - i : i);
                if (p.low < 0)
                    continue;
                add(b, count, p.low, static_cast<float>(1 - p.weight));
                add(b, count, p.high, static_cast<float>(p.weight));
            }
        }
        begin[static_cast<size_t>(bins)] = count;
    }

private:
    void add(int64_t bin, int32_t& count, int64_t at, float w) noexcept {
        for (int32_t k = count - 1; k >= begin[static_cast<size_t>(bin)] && k >= count - 2; --k)
            if (index[static_cast<size_t>(k)] == at) {
                weight[static_cast<size_t>(k)] += w;
                return;
            }
        if (count >= kMostTaps)
            return;
        index[static_cast<size_t>(count)] = static_cast<int32_t>(at);
        weight[static_cast<size_t>(count++)] = w;
        low = std::min(low, static_cast<int32_t>(at));
        high = std::max(high, static_cast<int32_t>(at) + 1);
    }
};

/// A region in some channels of its image.
template <class T>
struct Part {
    T const* x; ///< the first channel's plane
    T* y;       ///< its bins
    int64_t channels, height, width;
    Span down, across;
};

template <class T>
void average(Attributes const& a, Part<T> const& p) noexcept {
    AxisTaps rows, columns;
    rows.fill(p.down, a.height);
    columns.fill(p.across, a.width);
    std::array<float, kMostTaps> line;
    int64_t const low = columns.low, count = std::max(columns.high - columns.low, 0);
    auto const points = static_cast<float>(std::max<int64_t>(p.down.points * p.across.points, 1));
    T* y = p.y;
    for (int64_t c = 0; c < p.channels; ++c) {
        T const* const plane = p.x + c * p.height * p.width + low;
        for (size_t i = 0; i < static_cast<size_t>(a.height); ++i) {
            std::fill_n(line.data(), count, 0.0F);
            for (auto t = static_cast<size_t>(rows.begin[i]); t < static_cast<size_t>(rows.begin[i + 1]); ++t) {
                T const* const from = plane + rows.index[t] * p.width;
                float const w = rows.weight[t];
                if constexpr (std::is_same_v<T, float>)
                    cpu::addScaledRow(count, w, from, line.data());
                else
                    for (int64_t k = 0; k < count; ++k)
                        line[static_cast<size_t>(k)] += w * static_cast<float>(from[k]);
            }
            for (size_t k = 0; k < static_cast<size_t>(a.width); ++k) {
                float sum = 0;
                for (auto t = static_cast<size_t>(columns.begin[k]); t < static_cast<size_t>(columns.begin[k + 1]); ++t)
                    sum += columns.weight[t] * line[static_cast<size_t>(columns.index[t] - low)];
                *y++ = T(sum / points);
            }
        }
    }
}

/// The greatest of the four weighted elements about every point of one bin.
template <class T>
void greatestPoint(Part<T> const& p, int64_t row, int64_t column, std::array<float, kChannels>& most) noexcept {
    bool first = true;
    auto meet = [&](float weight, int64_t at) {
        for (int64_t c = 0; c < p.channels; ++c) {
            float const v = at < 0 ? 0 : weight * static_cast<float>(p.x[c * p.height * p.width + at]);
            float& old = most[static_cast<size_t>(c)];
            old = first ? v : std::max(old, v);
        }
        first = false;
    };
    for (int64_t i = 0; i < p.down.points; ++i) {
        Point const r = pointOf(p.down, row, i);
        for (int64_t k = 0; k < p.across.points; ++k) {
            Point const c = pointOf(p.across, column, k);
            if (r.low < 0 || c.low < 0) {
                meet(0, -1);
                continue;
            }
            auto const down = static_cast<float>(r.weight), right = static_cast<float>(c.weight);
            meet((1 - down) * (1 - right), r.low * p.width + c.low);
            meet((1 - down) * right, r.low * p.width + c.high);
            meet(down * (1 - right), r.high * p.width + c.low);
            meet(down * right, r.high * p.width + c.high);
        }
    }
}

template <class T>
void greatest(Attributes const& a, Part<T> const& p) noexcept {
    std::array<float, kChannels> most;
    for (int64_t i = 0; i < a.height; ++i)
        for (int64_t k = 0; k < a.width; ++k) {
            most.fill(0);
            greatestPoint(p, i, k, most);
            for (int64_t c = 0; c < p.channels; ++c)
                p.y[(c * a.height + i) * a.width + k] = T(most[static_cast<size_t>(c)]);
        }
}

template <class T>
void run(Attributes const& a, Tensor const& x, T const* regions, int64_t const* images, int64_t count, T* y) noexcept {
    int64_t const channels = x.dims[1], height = x.dims[2], width = x.dims[3];
    int64_t const parts = (channels + kChannels - 1) / kChannels, each = a.height * a.width;
    int64_t const grain = kSerialNanoseconds / (kChannels * each * 8 + 1) + 1;
    parallelFor(count * parts, grain, [&](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t) {
            int64_t const region = t / parts, first = t % parts * kChannels, at = region * channels + first;
            T const* const r = regions + region * 4;
            Part<T> const part{x.as<T const>() + (images[region] * channels + first) * height * width,
                               y + at * each,
                               std::min(kChannels, channels - first),
                               height,
                               width,
                               spanOf(a, double{r[1]}, double{r[3]}, a.height, height),
                               spanOf(a, double{r[0]}, double{r[2]}, a.width, width)};
            (a.kind == Kind::kMax ? greatest<T> : average<T>)(a, part);
        }
    });
}

class TapsInstance final : public Instance {
public:
    explicit TapsInstance(Problem const& problem) : mAttrs(problem.attrs.as<Attributes>()) {}

    bool enqueue(Args const& args) noexcept override {
        Tensor const &x = args.inputs[0], &regions = args.inputs[1], &of = args.inputs[2];
        int64_t const count = regions.dims[0];
        if (regions.dims[1] != 4 || of.elements() != count)
            return args.failure->set(Message::kShape, "roi_align: the regions have another form");
        auto* const images = static_cast<int64_t*>(args.workspace);
        for (int64_t r = 0; r < count; ++r) {
            images[r] = integerAt(of, r);
            if (!wrapIndex(images[r], x.dims[0], "roi_align", args.failure))
                return false;
        }
        if (args.outputs[0].elements() == 0)
            return true;
        return withType(x.dtype, [&](auto sample) {
            using T = decltype(sample);
            if constexpr (std::is_same_v<T, float> || std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
                run<T>(mAttrs, x, regions.as<T const>(), images, count, args.outputs[0].as<T>());
        });
    }

private:
    Attributes mAttrs;
};

std::string refusal(Problem const& problem) {
    auto const& a = problem.attrs.as<Attributes>();
    OperandDesc const& x = problem.inputs[0];
    if (x.type.dtype == DType::kF64)
        return "f64 is computed by the reference alone";
    if (a.kind == Kind::kWholeMax)
        return "the greatest whole element is computed by the reference alone";
    if (!x.ranked || !problem.inputs[1].ranked || !problem.outputs[0].ranked)
        return "the ranks are not known";
    if (!AxisTaps::suffices(x.dims[2].max, a.height) || !AxisTaps::suffices(x.dims[3].max, a.width))
        return "an image or the number of bins may be too large";
    return {};
}

int64_t workspace(Problem const& problem) {
    return problem.inputs[1].dims[0].max * static_cast<int64_t>(sizeof(int64_t));
}

} // namespace
} // namespace roi_align

void roi_align_cpu(KernelTable& table) {
    table.add(rowMajorKernel({.op = "roi_align",
                              .name = "roi_align.taps",
                              .refusal = roi_align::refusal,
                              .make = instanceOf<roi_align::TapsInstance>,
                              .fixedNs = 500,
                              .elementNs = 6,
                              .workspace = roi_align::workspace}));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Convolution from a plain layout with few channels to nChw16c. Taps and channels together are one list of offsets into
// the input, whose order is that of the weights; a tile of pixels walks down the list. Pixels that touch the border are
// copied out first, with zeros.
#include "backend/cpu/simd_targets.h"
// After the list of targets.
#include "backend/cpu/conv_blocks.h"
#include "backend/cpu/window.h"

#include <array>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/conv_plain.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "backend/cpu/simd_tile_inl.h"
#include "hwy/highway.h"

#ifndef TENON_CPU_CONV_PLAIN_ONCE
#define TENON_CPU_CONV_PLAIN_ONCE
namespace tenon::cpu {
namespace {

constexpr int64_t kStepsAtOnce = 160; // of the list: two output blocks of weights take 20 KB
constexpr int kMostPixels = 32;       // no tile has more

/// Steps [first, first + count) of the list of taps and channels.
struct Steps {
    int64_t first = 0, count = 0;
    int64_t offset[kStepsAtOnce]; // of the input, from the pixel's origin
    int64_t y[kStepsAtOnce], x[kStepsAtOnce], channel[kStepsAtOnce];

    void set(ConvPlainArgs const& args, int64_t begin) {
        if (count != 0 && first == begin)
            return;
        ConvDims const& d = args.dims;
        first = begin;
        count = std::min(kStepsAtOnce, d.kernelH * d.kernelW * args.inChannels - begin);
        int64_t c = begin % args.inChannels, kx = begin / args.inChannels % d.kernelW;
        int64_t ky = begin / args.inChannels / d.kernelW;
        for (int64_t i = 0; i < count; ++i) {
            channel[i] = c, y[i] = ky * d.dilationH, x[i] = kx * d.dilationW;
            offset[i] = (c * d.inH + y[i]) * d.inW + x[i];
            if (++c == args.inChannels)
                c = 0, ++kx;
            if (kx == d.kernelW)
                kx = 0, ++ky;
        }
    }
};

/// Consecutive pixels of one row or, where rows are short, of any rows.
struct Tile {
    float const* input; // under the first pixel's origin, or the copy
    int64_t pixel;      // floats between pixels
    int64_t const* offset;
    int64_t steps;
    float const* weights;
    int64_t blockWeights; // floats of weights between output blocks
    float const* bias;
    bool add;
    float* output;
    int64_t blockOutput; // floats of output between output blocks
};

/// to[step * kMostPixels + r]: what pixel + r sees at each step.
void gather(ConvDims const& d, float const* image, Steps const& steps, int64_t pixel, int64_t count, float* to) {
    for (int64_t r = 0; r < count; ++r) {
        int64_t const originY = (pixel + r) / d.outW * d.strideH - d.padTop;
        int64_t const originX = (pixel + r) % d.outW * d.strideW - d.padLeft;
        for (int64_t i = 0; i < steps.count; ++i) {
            int64_t const y = originY + steps.y[i], x = originX + steps.x[i];
            bool const inside = y >= 0 && y < d.inH && x >= 0 && x < d.inW;
            to[i * kMostPixels + r] = inside ? image[(steps.channel[i] * d.inH + y) * d.inW + x] : 0.0f;
        }
    }
}

} // namespace
} // namespace tenon::cpu
#endif

HWY_BEFORE_NAMESPACE();
namespace tenon::cpu {
namespace HWY_NAMESPACE {
namespace {

/// Pixels in a tile of one or two output blocks.
constexpr int mostPixels(int panels) {
    return kTileVecs / (panels * kPanelVecs);
}
static_assert(mostPixels(1) <= kMostPixels);

/// Pixels are kStride floats apart in the input.
template <int MR, int NP, int kStride>
void runTile(Tile const& t) {
    constexpr TileTag d;
    TileVec acc[MR][NP * kPanelVecs];
    tileZero<MR, NP>(acc);
    float const* b = t.weights;
    for (int64_t i = 0; i < t.steps; ++i, b += 16) {
        float const* const a = t.input + t.offset[i];
        TileVec bv[NP * kPanelVecs];
        HWY_UNROLL(32)
        for (int j = 0; j < NP * kPanelVecs; ++j)
            bv[j] = hn::LoadU(d, b + (j / kPanelVecs) * t.blockWeights + (j % kPanelVecs) * kLanes);
        HWY_UNROLL(32)
        for (int r = 0; r < MR; ++r) {
            TileVec const av = hn::Set(d, a[r * kStride]);
            HWY_UNROLL(32)
            for (int j = 0; j < NP * kPanelVecs; ++j)
                acc[r][j] = hn::MulAdd(av, bv[j], acc[r][j]);
        }
    }
    tileStore<MR, NP>(acc, t.bias, t.add, t.output, 16, t.blockOutput);
}

using TileFn = void (*)(Tile const&);

template <int NP, int kStride, int... I>
constexpr std::array<TileFn, sizeof...(I)> tilesOf(std::integer_sequence<int, I...>) {
    return {&runTile<I + 1, NP, kStride>...};
}

template <int NP>
TileFn tileOf(int64_t pixels, int64_t stride) {
    constexpr std::make_integer_sequence<int, mostPixels(NP)> all;
    static constexpr auto dense = tilesOf<NP, 1>(all), everySecond = tilesOf<NP, 2>(all);
    return (stride == 1 ? dense : everySecond)[static_cast<size_t>(pixels - 1)];
}

/// Output blocks that the tiles of a task take at a time.
int64_t panelsOf(int64_t blocks) {
    return blocks > 1 && mostPixels(2) >= kTileRows ? 2 : 1;
}

/// All of a task's output blocks for `count` pixels from `pixel` on.
void runBlocks(ConvPlainArgs const& args, ConvTask const& task, Steps const& steps, int64_t pixel, int64_t count,
               bool inner) {
    alignas(64) float copy[kStepsAtOnce * kMostPixels];
    static constexpr auto copyOffsets = [] {
        std::array<int64_t, kStepsAtOnce> offsets{};
        for (int64_t i = 0; i < kStepsAtOnce; ++i)
            offsets[static_cast<size_t>(i)] = i * kMostPixels;
        return offsets;
    }();
    ConvDims const& d = args.dims;
    float const* const image = args.input + task.image * args.inChannels * d.inH * d.inW;
    Tile t;
    int64_t first = 0, end = steps.count;
    if (inner) { // only rows of taps may lie outside: they are left out
        int64_t const originY = pixel / d.outW * d.strideH - d.padTop;
        while (first < end && originY + steps.y[first] < 0)
            ++first;
        while (end > first && originY + steps.y[end - 1] >= d.inH)
            --end;
        t.input = image + (first == end ? 0 : originY * d.inW + pixel % d.outW * d.strideW - d.padLeft);
    } else {
        gather(d, image, steps, pixel, count, copy);
        t.input = copy;
    }
    t.offset = (inner ? steps.offset : copyOffsets.data()) + first;
    t.steps = end - first;
    t.blockWeights = d.kernelH * d.kernelW * args.inChannels * 16;
    t.blockOutput = d.outH * d.outW * 16;
    t.add = steps.first != 0;
    int64_t const stride = inner ? d.strideW : 1, panels = panelsOf(task.blockEnd - task.block);
    for (int64_t block = task.block, step; block < task.blockEnd; block += step) {
        step = std::min(panels, task.blockEnd - block);
        t.weights = args.weights + block * t.blockWeights + (steps.first + first) * 16;
        t.bias = args.bias != nullptr && !t.add ? args.bias + block * 16 : nullptr;
        t.output = args.output + (task.image * args.outBlocks + block) * t.blockOutput + pixel * 16;
        (step == 2 ? tileOf<2>(count, stride) : tileOf<1>(count, stride))(t);
    }
}

void runPixels(ConvPlainArgs const& args, ConvTask const& task, Steps const& steps, int64_t begin, int64_t end,
               bool inner) {
    int64_t const most = mostPixels(static_cast<int>(panelsOf(task.blockEnd - task.block)));
    for (int64_t tiles = ceilDiv(end - begin, most); tiles > 0; --tiles) {
        int64_t const count = (end - begin) / tiles;
        runBlocks(args, task, steps, begin, count, inner);
        begin += count;
    }
}

void runTask(ConvPlainArgs const& args, ConvTask const& task, Range const& inner, Steps& steps) {
    ConvDims const& d = args.dims;
    int64_t const all = d.kernelH * d.kernelW * args.inChannels;
    for (int64_t first = 0; first < all; first += kStepsAtOnce) {
        steps.set(args, first);
        if (task.crossing) {
            runPixels(args, task, steps, task.pixel, task.pixelEnd, false);
            continue;
        }
        for (int64_t p = task.pixel; p < task.pixelEnd;) {
            int64_t const row = p / d.outW * d.outW, end = std::min(task.pixelEnd, row + d.outW);
            int64_t const left = std::clamp(row + inner.begin, p, end), right = std::clamp(row + inner.end, left, end);
            runPixels(args, task, steps, p, left, false);
            runPixels(args, task, steps, left, right, true);
            runPixels(args, task, steps, right, end, false);
            p = end;
        }
    }
    if (args.epilogue != nullptr)
        for (int64_t block = task.block; block < task.blockEnd; ++block)
            (*args.epilogue)(task.image, block, task.pixel, task.pixelEnd - task.pixel,
                             args.output + ((task.image * args.outBlocks + block) * d.outH * d.outW + task.pixel) * 16);
}

void convPlainImpl(ConvPlainArgs const& args) {
    ConvDims const& d = args.dims;
    double const outputs = static_cast<double>(d.batch * args.outBlocks * d.outH * d.outW);
    if (outputs == 0)
        return;
    int64_t const depth = d.kernelH * d.kernelW * args.inChannels;
    ConvTasks const tasks(d, 1, args.outBlocks, kTileRows, outputs * static_cast<double>(32 * depth) / kFlopsPerNs,
                          false);
    Range const inside = outputsInside(d.inW, d.outW, d.kernelW, d.strideW, d.padLeft, d.dilationW);
    // Pixels of inner tiles are read in place, which the tiles can do for the usual strides only.
    Range const inner = d.strideW <= 2 ? inside : Range{d.outW, d.outW};
    parallelFor(tasks.count(), tasks.grain(), [&](int64_t begin, int64_t end) {
        Steps steps;
        for (int64_t i = begin; i < end; ++i)
            runTask(args, tasks[i], inner, steps);
    });
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tenon::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tenon::cpu {
namespace {

HWY_EXPORT(convPlainImpl);

} // namespace

void convPlain(ConvPlainArgs const& args) noexcept {
    HWY_DYNAMIC_DISPATCH(convPlainImpl)(args);
}

} // namespace tenon::cpu
#endif

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

constexpr int64_t kStepsAtOnce = 192; // of the list: two output blocks of weights take 24 KB
constexpr int kMostRows = 16;         // no tile has more pixels

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

/// to[step * 16 + r]: what pixel + r sees at each step.
void gather(ConvDims const& d, float const* image, Steps const& steps, int64_t pixel, int64_t count, float* to) {
    for (int64_t r = 0; r < count; ++r) {
        int64_t const originY = (pixel + r) / d.outW * d.strideH - d.padTop;
        int64_t const originX = (pixel + r) % d.outW * d.strideW - d.padLeft;
        for (int64_t i = 0; i < steps.count; ++i) {
            int64_t const y = originY + steps.y[i], x = originX + steps.x[i];
            bool const inside = y >= 0 && y < d.inH && x >= 0 && x < d.inW;
            to[i * 16 + r] = inside ? image[(steps.channel[i] * d.inH + y) * d.inW + x] : 0.0f;
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

static_assert(kTileRows <= kMostRows);

template <int MR, int NP>
void runTile(Tile const& t) {
    TileVec acc[MR][NP * kPanelVecs];
    tileZero<MR, NP>(acc);
    float const* b = t.weights;
    for (int64_t i = 0; i < t.steps; ++i, b += 16) {
        float const* row[(MR + 2) / 3];
        HWY_UNROLL(8)
        for (int g = 0; g < (MR + 2) / 3; ++g)
            row[g] = t.input + g * 3 * t.pixel;
        advance(row, t.offset[i]);
        tileStep<MR, NP>(acc, row, t.pixel, b, t.blockWeights);
    }
    tileStore<MR, NP>(acc, t.bias, t.add, t.output, 16, t.blockOutput);
}

using TileFn = void (*)(Tile const&);

template <int MR, int NP>
constexpr TileFn tileOrNull() {
    if constexpr (tileFits(MR, NP))
        return &runTile<MR, NP>;
    else
        return nullptr;
}

template <int NP, int... I>
constexpr std::array<TileFn, kTileRows> tilesOf(std::integer_sequence<int, I...>) {
    return {tileOrNull<I + 1, NP>()...};
}

TileFn tileOf(int64_t rows, int64_t panels) {
    constexpr std::make_integer_sequence<int, kTileRows> all;
    static constexpr std::array<TileFn, kTileRows> one = tilesOf<1>(all), two = tilesOf<2>(all), four = tilesOf<4>(all);
    return (panels == 4 ? four : panels == 2 ? two : one)[static_cast<size_t>(rows - 1)];
}

/// All of a task's output blocks for `count` pixels from `pixel` on.
void runBlocks(ConvPlainArgs const& args, ConvTask const& task, Steps const& steps, int64_t pixel, int64_t count,
               bool inner) {
    alignas(64) float copy[kStepsAtOnce * 16];
    static constexpr auto copyOffsets = [] {
        std::array<int64_t, kStepsAtOnce> offsets{};
        for (int64_t i = 0; i < kStepsAtOnce; ++i)
            offsets[static_cast<size_t>(i)] = i * 16;
        return offsets;
    }();
    ConvDims const& d = args.dims;
    float const* const image = args.input + task.image * args.inChannels * d.inH * d.inW;
    int64_t const originY = pixel / d.outW * d.strideH - d.padTop, originX = pixel % d.outW * d.strideW - d.padLeft;
    bool const direct = inner && originY + steps.y[0] >= 0 && originY + steps.y[steps.count - 1] < d.inH;
    if (!direct)
        gather(d, image, steps, pixel, count, copy);
    Tile t;
    t.input = direct ? image + originY * d.inW + originX : copy;
    t.pixel = direct ? d.strideW : 1;
    t.offset = direct ? steps.offset : copyOffsets.data();
    t.steps = steps.count;
    t.blockWeights = d.kernelH * d.kernelW * args.inChannels * 16;
    t.blockOutput = d.outH * d.outW * 16;
    t.add = steps.first != 0;
    for (int64_t block = task.block, step; block < task.blockEnd; block += step) {
        step = widestTile(static_cast<int>(count));
        while (step > task.blockEnd - block)
            step /= 2;
        t.weights = args.weights + block * t.blockWeights + steps.first * 16;
        t.bias = args.bias != nullptr && !t.add ? args.bias + block * 16 : nullptr;
        t.output = args.output + (task.image * args.outBlocks + block) * t.blockOutput + pixel * 16;
        tileOf(count, step)(t);
    }
}

void runPixels(ConvPlainArgs const& args, ConvTask const& task, Steps const& steps, int64_t begin, int64_t end,
               bool inner) {
    int64_t const tiles = ceilDiv(end - begin, kTileRows);
    for (int64_t i = 0; i < tiles; ++i) {
        int64_t const pixel = begin + splitAt(end - begin, tiles, i);
        runBlocks(args, task, steps, pixel, begin + splitAt(end - begin, tiles, i + 1) - pixel, inner);
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
    Range const inner = outputsInside(d.inW, d.outW, d.kernelW, d.strideW, d.padLeft, d.dilationW);
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

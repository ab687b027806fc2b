// SPDX-License-Identifier: Apache-2.0
// Direct convolution to nChw16c. A task is up to 96 pixels of up to two channel blocks; its register tiles are pixels x
// channels, and the reduction goes in blocks whose weights stay in the L1 cache while the tiles of the task pass over
// them.
#include "backend/cpu/simd_targets.h"
// After the list of targets.
#include "backend/cpu/conv.h"
#include "backend/cpu/conv_blocks.h"

#include <algorithm>
#include <array>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/conv.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "backend/cpu/simd_tile_inl.h"
#include "hwy/highway.h"

#ifndef TENON_CPU_CONV_ONCE
#define TENON_CPU_CONV_ONCE
namespace tenon::cpu {
namespace {

constexpr int64_t kDepthOfBlock = 256; // channels times taps: two channel blocks of weights take 32 KB
constexpr int kTapsOfBlock = 64;
constexpr int64_t kPixelsOfCopy = 48;

struct Conv {
    ConvDims d;
    float const* input;
    int64_t slices, lastWidth;          // input blocks in a group, channels in the last one
    int64_t groups, groupBlocks;        // output blocks in a group
    int64_t sliceFloats;                // of input: one block
    int64_t sliceWeights, blockWeights; // floats of weights between input blocks, between output blocks
    float const* weights;
    float const* bias;
    float* output;
    BlockEpilogue const* epilogue;

    int64_t taps() const { return d.kernelH * d.kernelW; }
    int64_t pixels() const { return d.outH * d.outW; }
};

/// Where a tile finds the pixels under a tap.
enum class Source {
    kInput, // in the input, a constant stride apart
    kRow,   // in a copy of a piece of the input's row, with zeros beyond its ends
    kCopy,  // copied together one by one
};

/// One tap as the pixels of a tile see it.
struct Tap {
    int64_t index;  // ky * kernelW + kx
    int64_t y, x;   // ky * dilationH, kx * dilationW
    int64_t offset; // of the first pixel in its source
    Source source;
    bool newRow; // the first tap of its row that reads the copy of the row
};

/// Consecutive pixels of the output, a range of output blocks, and the part of the reduction that is under way.
struct Tile {
    float const* input; // of the image and group
    int64_t y, x;       // the first pixel
    int64_t rowPixels;  // of the input's row under all taps of a row
    Tap taps[kTapsOfBlock];
    int tapCount;
    int64_t firstSlice, endSlice;
    float const* weights; // of the first output block
    float const* next;    // weights to fetch meanwhile
    float const* bias;
    bool add;
    float* output;
};

/// Fills in the taps [firstTap, endTap) that touch the input of a tile of `count` pixels.
void aim(Tile& t, ConvDims const& d, int64_t count, int64_t firstTap, int64_t endTap) {
    bool const oneRow = t.x + count <= d.outW;
    int64_t const originY = t.y * d.strideH - d.padTop, originX = t.x * d.strideW - d.padLeft;
    int64_t const lastX = originX + (count - 1) * d.strideW;
    t.rowPixels = lastX - originX + (d.kernelW - 1) * d.dilationW + 1;
    t.tapCount = 0;
    bool rowCopied = false;
    int64_t ky = firstTap / d.kernelW, kx = firstTap % d.kernelW;
    for (int64_t i = firstTap; i < endTap; ++i) {
        Tap tap{i, ky * d.dilationH, kx * d.dilationW, 0, Source::kCopy, false};
        if (++kx == d.kernelW)
            kx = 0, ++ky;
        if (oneRow) {
            int64_t const inY = originY + tap.y, first = originX + tap.x, last = lastX + tap.x;
            rowCopied &= tap.x != 0;
            if (inY < 0 || inY >= d.inH || first >= d.inW || last < 0)
                continue;
            if (first >= 0 && last < d.inW) {
                tap.source = Source::kInput;
                tap.offset = (inY * d.inW + first) * 16;
            } else if (t.rowPixels <= kPixelsOfCopy) {
                tap.source = Source::kRow;
                tap.offset = tap.x * 16;
                tap.newRow = !rowCopied;
                rowCopied = true;
            }
        }
        t.taps[t.tapCount++] = tap;
    }
}

} // namespace
} // namespace tenon::cpu
#endif

HWY_BEFORE_NAMESPACE();
namespace tenon::cpu {
namespace HWY_NAMESPACE {
namespace {

/// Copies a block of channels together for the pixels of a tile, zeros where a pixel lies outside the input.
void gather(ConvDims const& dims, Tile const& t, Tap const& tap, float const* slice, int rows, float* to) {
    constexpr TileTag d;
    int64_t outY = t.y, outX = t.x;
    for (int r = 0; r < rows; ++r) {
        int64_t const y = outY * dims.strideH - dims.padTop + tap.y, x = outX * dims.strideW - dims.padLeft + tap.x;
        bool const inside = y >= 0 && y < dims.inH && x >= 0 && x < dims.inW;
        float const* const from = inside ? slice + (y * dims.inW + x) * 16 : slice;
        for (int j = 0; j < 16; j += kLanes)
            hn::StoreU(inside ? hn::LoadU(d, from + j) : hn::Zero(d), d, to + r * 16 + j);
        if (++outX == dims.outW)
            outX = 0, ++outY;
    }
}

/// Copies the piece of the input's row under a row of taps, zeros beyond its ends.
void copyRow(ConvDims const& dims, Tile const& t, Tap const& tap, float const* slice, float* to) {
    constexpr TileTag d;
    int64_t const y = t.y * dims.strideH - dims.padTop + tap.y, x = t.x * dims.strideW - dims.padLeft;
    int64_t const begin = std::clamp<int64_t>(-x, 0, t.rowPixels), end = std::clamp(dims.inW - x, begin, t.rowPixels);
    float const* const from = slice + (y * dims.inW + x) * 16;
    for (int64_t i = 0; i < begin * 16; i += kLanes)
        hn::StoreU(hn::Zero(d), d, to + i);
    for (int64_t i = begin * 16; i < end * 16; i += kLanes)
        hn::StoreU(hn::LoadU(d, from + i), d, to + i);
    for (int64_t i = end * 16; i < t.rowPixels * 16; i += kLanes)
        hn::StoreU(hn::Zero(d), d, to + i);
}

template <int MR, int NP>
void runTile(Conv const& conv, Tile const& t) {
    alignas(64) float copy[kPixelsOfCopy * 16];
    TileVec acc[MR][NP * kPanelVecs];
    tileZero<MR, NP>(acc);
    float const* next = t.next;
    for (int64_t s = t.firstSlice; s < t.endSlice; ++s) {
        int64_t const width = s + 1 == conv.slices ? conv.lastWidth : 16;
        float const* const slice = t.input + s * conv.sliceFloats;
        for (Tap const* tap = t.taps; tap != t.taps + t.tapCount; ++tap) {
            float const* const w = t.weights + s * conv.sliceWeights + tap->index * 256;
            if (tap->newRow)
                copyRow(conv.d, t, *tap, slice, copy);
            else if (tap->source == Source::kCopy)
                gather(conv.d, t, *tap, slice, MR, copy);
            tileAccumulate<MR, NP>(acc, (tap->source == Source::kInput ? slice : copy) + tap->offset,
                                   tap->source == Source::kCopy ? 16 : 16 * conv.d.strideW, width, w, 16,
                                   conv.blockWeights, next);
            next += 256;
        }
    }
    tileStore<MR, NP>(acc, t.bias, t.add, t.output, 16, conv.pixels() * 16);
}

using TileFn = void (*)(Conv const&, Tile const&);

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

/// Part of the reduction: slices and taps.
struct Depth {
    int64_t firstSlice, endSlice, firstTap, endTap;
};

/// Runs the tiles of pixels [begin, end) for `step` output blocks over one part of the reduction.
void runTiles(Conv const& conv, Tile& t, Depth const& depth, int64_t begin, int64_t end, bool crossing, int64_t step) {
    t.firstSlice = depth.firstSlice;
    t.endSlice = depth.endSlice;
    float* const output = t.output;
    float const* const next = t.weights + depth.endSlice * conv.sliceWeights;
    t.y = begin / conv.d.outW;
    t.x = begin % conv.d.outW;
    for (int64_t pixel = begin, number = 0; pixel < end;) {
        int64_t const run = crossing ? end - pixel : std::min(end - pixel, conv.d.outW - t.x);
        int64_t const tiles = ceilDiv(run, kTileRows), least = run / tiles, longer = run % tiles;
        for (int64_t i = 0; i < tiles; ++i) {
            int64_t const count = least + (i < longer);
            aim(t, conv.d, count, depth.firstTap, depth.endTap);
            t.next = next + number++ % step * conv.blockWeights;
            t.output = output + pixel * 16;
            tileOf(count, step)(conv, t);
            pixel += count;
            t.x += count;
            for (; t.x >= conv.d.outW; t.x -= conv.d.outW)
                ++t.y;
        }
    }
    t.output = output;
}

void runTask(Conv const& conv, ConvTask const& task) {
    int64_t const taps = conv.taps(), chunk = std::min<int64_t>(taps, kTapsOfBlock);
    int64_t const slicesAtOnce = chunk < taps ? 1 : std::max<int64_t>(1, (kDepthOfBlock + 8 * taps) / (16 * taps));
    int64_t const longest = std::min(task.pixelEnd - task.pixel, task.crossing ? kTileRows : conv.d.outW);
    int64_t const wide = widestTile(static_cast<int>(std::min<int64_t>(longest, kTileRows)));
    Tile t;
    t.input = conv.input + (task.image * conv.groups + task.group) * conv.slices * conv.sliceFloats;
    for (int64_t block = task.block, step; block < task.blockEnd; block += step) {
        step = wide;
        while (step > task.blockEnd - block)
            step /= 2;
        int64_t const whole = task.group * conv.groupBlocks + block; // counted over all groups
        t.weights = conv.weights + whole * conv.blockWeights;
        t.output = conv.output + (task.image * conv.groups * conv.groupBlocks + whole) * conv.pixels() * 16;
        t.bias = conv.bias != nullptr ? conv.bias + whole * 16 : nullptr;
        t.add = false;
        for (int64_t s = 0; s < conv.slices; s += slicesAtOnce)
            for (int64_t tap = 0; tap < taps; tap += chunk) {
                Depth const depth{s, std::min(conv.slices, s + slicesAtOnce), tap, std::min(taps, tap + chunk)};
                runTiles(conv, t, depth, task.pixel, task.pixelEnd, task.crossing, step);
                t.bias = nullptr;
                t.add = true;
            }
        if (conv.epilogue != nullptr)
            for (int64_t i = 0; i < step; ++i)
                (*conv.epilogue)(task.image, whole + i, task.pixel, task.pixelEnd - task.pixel,
                                 t.output + (i * conv.pixels() + task.pixel) * 16);
    }
}

void convImpl(ConvArgs const& args) {
    Conv c;
    c.d = args.dims;
    int64_t const inPixels = c.d.inH * c.d.inW, channels = args.inChannels / args.groups;
    c.input = args.input;
    c.slices = ceilDiv(channels, 16), c.lastWidth = channels - (c.slices - 1) * 16;
    c.groups = args.groups, c.groupBlocks = args.outBlocks / args.groups;
    c.sliceFloats = inPixels * 16, c.sliceWeights = c.taps() * 256, c.blockWeights = c.slices * c.sliceWeights;
    c.weights = args.weights, c.bias = args.bias, c.output = args.output, c.epilogue = args.epilogue;
    ConvDims& d = c.d;
    bool const pointwise = c.taps() == 1 && d.strideH == 1 && d.strideW == 1 && d.padTop == 0 && d.padLeft == 0;
    if (pointwise && d.inH == d.outH && d.inW == d.outW) { // one long row
        d.inW = d.outW = inPixels;
        d.inH = d.outH = 1;
    }
    double const outputs = static_cast<double>(d.batch * args.outBlocks * c.pixels());
    if (outputs == 0)
        return;
    ConvTasks const tasks(d, c.groups, c.groupBlocks, kTileRows,
                          outputs * static_cast<double>(32 * c.taps() * channels) / kFlopsPerNs,
                          c.groupBlocks * c.blockWeights > c.slices * c.sliceFloats);
    parallelFor(tasks.count(), tasks.grain(), [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
            runTask(c, tasks[i]);
    });
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tenon::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tenon::cpu {
namespace {

HWY_EXPORT(convImpl);

} // namespace

void conv(ConvArgs const& args) noexcept {
    HWY_DYNAMIC_DISPATCH(convImpl)(args);
}

} // namespace tenon::cpu
#endif

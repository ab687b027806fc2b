// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution in nChw16c: a vector holds channels of one pixel, a register tile is some pixels of a row. A
// task is some rows of one channel block; pixels whose taps partly lie outside the input are computed one by one over
// the taps that remain.
#include "backend/cpu/simd_targets.h"
// After the list of targets.
#include "backend/cpu/conv.h"
#include "backend/cpu/window.h"

#include <algorithm>
#include <array>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/conv_depthwise.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "backend/cpu/simd_tile_inl.h"
#include "hwy/highway.h"

#ifndef TENON_CPU_CONV_DEPTHWISE_ONCE
#define TENON_CPU_CONV_DEPTHWISE_ONCE
namespace tenon::cpu {
namespace {

constexpr int64_t kPixelsOfTask = 256; // 16 KB of output, still in the L1 cache when the epilogue sees it

/// Pixels of one row with the same rows of taps inside the input.
struct RowTile {
    float const* input;   // the plane
    float const* weights; // of the first tap
    float const* bias;
    float* output;
    int64_t origin;         // of the plane: where the first pixel's first tap lies; anywhere if there are no taps
    int64_t x, inW;         // the first tap's column, the row's width
    int64_t tapsY, tapsX;   // how many
    int64_t inputY, inputX; // floats of input between taps
    int64_t weightsY;       // floats of weights between rows of taps
    int64_t pixel;          // floats of input between the pixels' origins
};

} // namespace
} // namespace tenon::cpu
#endif

HWY_BEFORE_NAMESPACE();
namespace tenon::cpu {
namespace HWY_NAMESPACE {
namespace {

constexpr int kPixels = kTileRows;

/// kStride: floats of input between the pixels' origins. 0: any number of them, and each tap of each pixel is checked;
/// those outside the input read zeros. The same number of steps everywhere costs less at an edge than branches that are
/// hard to predict.
template <int MR, int kStride>
void runRow(RowTile const& t) {
    constexpr TileTag d;
    alignas(64) static constexpr float zeros[16] = {};
    TileVec acc[MR][kPanelVecs];
    HWY_UNROLL(32)
    for (int j = 0; j < kPanelVecs; ++j) {
        TileVec const bias = t.bias != nullptr ? hn::LoadU(d, t.bias + j * kLanes) : hn::Zero(d);
        HWY_UNROLL(32)
        for (int r = 0; r < MR; ++r)
            acc[r][j] = bias;
    }
    int64_t const pixel = kStride != 0 ? kStride : t.pixel;
    for (int64_t y = 0; y < t.tapsY; ++y) {
        float const* input = t.input + t.origin + y * t.inputY;
        float const* weights = t.weights + y * t.weightsY;
        int64_t at = t.x * 16;
        for (int64_t x = 0; x < t.tapsX; ++x, input += t.inputX, at += t.inputX, weights += 16) {
            HWY_UNROLL(32)
            for (int j = 0; j < kPanelVecs; ++j) {
                TileVec const w = hn::LoadU(d, weights + j * kLanes);
                HWY_UNROLL(32)
                for (int r = 0; r < MR; ++r) {
                    bool const outside =
                        kStride == 0 && static_cast<uint64_t>(at + r * pixel) >= static_cast<uint64_t>(t.inW * 16);
                    float const* const in = outside ? zeros : input + r * pixel;
                    acc[r][j] = hn::MulAdd(hn::LoadU(d, in + j * kLanes), w, acc[r][j]);
                }
            }
        }
    }
    float* const output = t.output;
    HWY_UNROLL(32)
    for (int r = 0; r < MR; ++r) {
        HWY_UNROLL(32)
        for (int j = 0; j < kPanelVecs; ++j)
            hn::StoreU(acc[r][j], d, output + r * 16 + j * kLanes);
    }
}

using RowFn = void (*)(RowTile const&);

template <int kStride, int... I>
constexpr std::array<RowFn, kPixels> rowsOf(std::integer_sequence<int, I...>) {
    return {&runRow<I + 1, kStride>...};
}

/// Pixels [begin, end) of a row from the tile of pixel 0; `inside`: all of their taps are.
void runPixels(RowTile t, int64_t begin, int64_t end, bool inside) {
    constexpr std::make_integer_sequence<int, kPixels> all;
    static constexpr std::array<RowFn, kPixels> checked = rowsOf<0>(all), dense = rowsOf<16>(all),
                                                everySecond = rowsOf<32>(all);
    auto const& fns = inside && t.pixel == 16 ? dense : inside && t.pixel == 32 ? everySecond : checked;
    t.origin += begin * t.pixel;
    t.x += begin * t.pixel / 16;
    t.output += begin * 16;
    for (int64_t tiles = ceilDiv(end - begin, kPixels), left = end - begin; tiles > 0; --tiles) {
        int64_t const count = left / tiles;
        fns[static_cast<size_t>(count - 1)](t);
        t.origin += count * t.pixel;
        t.x += count * t.pixel / 16;
        t.output += count * 16;
        left -= count;
    }
}

/// Row y of the plane whose input, weights, bias and output `plane` holds.
void runWholeRow(ConvDims const& d, RowTile const& plane, Range const& inner, int64_t y) {
    int64_t const originY = y * d.strideH - d.padTop;
    Range const taps = tapsInside(originY, d.dilationH, d.kernelH, d.inH);
    RowTile t = plane;
    t.tapsY = taps.size();
    t.origin = ((originY + taps.begin * d.dilationH) * d.inW - d.padLeft) * 16;
    t.weights += taps.begin * t.weightsY;
    t.output += y * d.outW * 16;
    runPixels(t, 0, inner.begin, false);
    runPixels(t, inner.begin, inner.end, true);
    runPixels(t, inner.end, d.outW, false);
}

void depthwiseImpl(DepthwiseArgs const& args) {
    ConvDims const& d = args.dims;
    int64_t const planes = d.batch * args.blocks, inFloats = d.inH * d.inW * 16, outFloats = d.outH * d.outW * 16;
    if (planes * outFloats == 0)
        return;
    int64_t const taps = d.kernelH * d.kernelW;
    int64_t const parts = ceilDiv(d.outH, std::max<int64_t>(1, kPixelsOfTask / d.outW));
    int64_t const tasks = planes * parts;
    // Half of what the tile's arithmetic could do: loads are the limit.
    double const nanoseconds = static_cast<double>(planes * outFloats * 2 * (taps + 1)) / (kFlopsPerNs / 2);
    int64_t const grain = nanoseconds < kSerialNanoseconds
                              ? tasks
                              : 1 + static_cast<int64_t>(4000.0 * static_cast<double>(tasks) / nanoseconds);
    Range const inner = outputsInside(d.inW, d.outW, d.kernelW, d.strideW, d.padLeft, d.dilationW);
    parallelFor(tasks, grain, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
            int64_t const plane = i / parts, block = plane % args.blocks;
            int64_t const y = splitAt(d.outH, parts, i % parts), yEnd = splitAt(d.outH, parts, i % parts + 1);
            RowTile tile{};
            tile.input = args.input + plane * inFloats;
            tile.weights = args.weights + block * taps * 16;
            tile.bias = args.bias != nullptr ? args.bias + block * 16 : nullptr;
            tile.output = args.output + plane * outFloats;
            tile.inputY = d.dilationH * d.inW * 16, tile.inputX = d.dilationW * 16;
            tile.x = -d.padLeft, tile.inW = d.inW, tile.tapsX = d.kernelW;
            tile.weightsY = d.kernelW * 16, tile.pixel = d.strideW * 16;
            for (int64_t row = y; row < yEnd; ++row)
                runWholeRow(d, tile, inner, row);
            if (args.epilogue != nullptr)
                (*args.epilogue)(plane / args.blocks, block, y * d.outW, (yEnd - y) * d.outW,
                                 tile.output + y * d.outW * 16);
        }
    });
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tenon::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tenon::cpu {
namespace {

HWY_EXPORT(depthwiseImpl);

} // namespace

void depthwise(DepthwiseArgs const& args) noexcept {
    HWY_DYNAMIC_DISPATCH(depthwiseImpl)(args);
}

} // namespace tenon::cpu
#endif

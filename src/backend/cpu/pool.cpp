// SPDX-License-Identifier: Apache-2.0
// Pooling. nChw16c: a vector holds channels, every output pixel runs over the taps that lie inside. Plain: the rows of
// a window are reduced to one row first, along x in vectors, and that row is then reduced across the window's width.
#include "backend/cpu/simd_targets.h"
// After the list of targets.
#include "backend/cpu/pool.h"
#include "backend/cpu/window.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/pool.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "backend/cpu/simd_tile_inl.h"
#include "hwy/highway.h"

#ifndef TENON_CPU_POOL_ONCE
#define TENON_CPU_POOL_ONCE
namespace tenon::cpu {
namespace {

constexpr int64_t kRowFloats = 1024; // of a reduced row

/// What an average divides by: taps inside the input, or inside the padded input.
float divisor(PoolArgs const& args, int64_t y, int64_t x) {
    ConvDims const& d = args.dims;
    int64_t const originY = y * d.strideH - d.padTop, originX = x * d.strideW - d.padLeft;
    bool const padded = args.kind == PoolKind::kAVERAGE_PADDED;
    // Counted from the edge of what counts: the padding or the input.
    int64_t const rows =
        padded ? tapsInside(originY + d.padTop, d.dilationH, d.kernelH, d.inH + d.padTop + args.padBottom).size()
               : tapsInside(originY, d.dilationH, d.kernelH, d.inH).size();
    int64_t const cols =
        padded ? tapsInside(originX + d.padLeft, d.dilationW, d.kernelW, d.inW + d.padLeft + args.padRight).size()
               : tapsInside(originX, d.dilationW, d.kernelW, d.inW).size();
    return static_cast<float>(std::max<int64_t>(1, rows * cols));
}

} // namespace
} // namespace tenon::cpu
#endif

HWY_BEFORE_NAMESPACE();
namespace tenon::cpu {
namespace HWY_NAMESPACE {
namespace {

struct MaxOp {
    static constexpr float kStart = -std::numeric_limits<float>::infinity();
    static HWY_INLINE TileVec join(TileVec a, TileVec b) { // a NaN on either side stays
        return hn::IfThenElse(hn::Or(hn::Gt(b, a), hn::IsNaN(b)), b, a);
    }
    static float joinOne(float a, float b) { return b > a || b != b ? b : a; }
};

struct SumOp {
    static constexpr float kStart = 0.0f;
    static HWY_INLINE TileVec join(TileVec a, TileVec b) { return hn::Add(a, b); }
    static float joinOne(float a, float b) { return a + b; }
};

/// Rows [begin, end) of a plane in nChw16c.
template <class Op>
void blockedRows(PoolArgs const& args, float const* input, float* output, int64_t begin, int64_t end) {
    constexpr TileTag d;
    ConvDims const& g = args.dims;
    for (int64_t y = begin; y < end; ++y) {
        int64_t const originY = y * g.strideH - g.padTop;
        Range const rows = tapsInside(originY, g.dilationH, g.kernelH, g.inH);
        for (int64_t x = 0; x < g.outW; ++x) {
            int64_t const originX = x * g.strideW - g.padLeft;
            Range const cols = tapsInside(originX, g.dilationW, g.kernelW, g.inW);
            TileVec acc[kPanelVecs];
            for (int j = 0; j < kPanelVecs; ++j)
                acc[j] = hn::Set(d, Op::kStart);
            for (int64_t ky = rows.begin; ky < rows.end; ++ky)
                for (int64_t kx = cols.begin; kx < cols.end; ++kx) {
                    float const* const from =
                        input + ((originY + ky * g.dilationH) * g.inW + originX + kx * g.dilationW) * 16;
                    HWY_UNROLL(16)
                    for (int j = 0; j < kPanelVecs; ++j)
                        acc[j] = Op::join(acc[j], hn::LoadU(d, from + j * kLanes));
                }
            TileVec const by = hn::Set(d, args.kind == PoolKind::kMAX ? 1.0f : divisor(args, y, x));
            for (int j = 0; j < kPanelVecs; ++j)
                hn::StoreU(hn::Div(acc[j], by), d, output + (y * g.outW + x) * 16 + j * kLanes);
        }
    }
}

/// Reduces the taps of a column: row[i] = the join of input pixels (originY + ky * dilation, x + i), i < count.
template <class Op>
void joinRows(ConvDims const& g, float const* input, int64_t originY, Range rows, int64_t x, int64_t count,
              float* row) {
    constexpr TileTag d;
    int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes) {
        TileVec acc = hn::Set(d, Op::kStart);
        for (int64_t ky = rows.begin; ky < rows.end; ++ky)
            acc = Op::join(acc, hn::LoadU(d, input + (originY + ky * g.dilationH) * g.inW + x + i));
        hn::StoreU(acc, d, row + i);
    }
    for (; i < count; ++i) {
        row[i] = Op::kStart;
        for (int64_t ky = rows.begin; ky < rows.end; ++ky)
            row[i] = Op::joinOne(row[i], input[(originY + ky * g.dilationH) * g.inW + x + i]);
    }
}

/// Joins the taps across: output[i] for i < count from the row that starts at the first output's origin.
template <class Op>
void joinColumns(ConvDims const& g, float const* row, int64_t count, float* output) {
    constexpr TileTag d;
    int64_t i = 0;
    for (; g.strideW == 1 && i + kLanes <= count; i += kLanes) {
        TileVec acc = hn::LoadU(d, row + i);
        for (int64_t kx = 1; kx < g.kernelW; ++kx)
            acc = Op::join(acc, hn::LoadU(d, row + i + kx * g.dilationW));
        hn::StoreU(acc, d, output + i);
    }
    for (; i < count; ++i) {
        float acc = row[i * g.strideW];
        for (int64_t kx = 1; kx < g.kernelW; ++kx)
            acc = Op::joinOne(acc, row[i * g.strideW + kx * g.dilationW]);
        output[i] = acc;
    }
}

/// Rows [begin, end) of a plain plane.
template <class Op>
void plainRows(PoolArgs const& args, float const* input, float* output, int64_t begin, int64_t end) {
    ConvDims const& g = args.dims;
    int64_t const reach = (g.kernelW - 1) * g.dilationW + 1;
    // Outputs whose windows fit in a reduced row; a wider window is taken one output at a time, over the row itself.
    int64_t const fit = reach > kRowFloats ? 0 : (kRowFloats - reach) / g.strideW + 1;
    auto const [inner, innerEnd] = outputsInside(g.inW, g.outW, g.kernelW, g.strideW, g.padLeft, g.dilationW);
    float row[kRowFloats];
    for (int64_t y = begin; y < end; ++y) {
        int64_t const originY = y * g.strideH - g.padTop;
        Range const rows = tapsInside(originY, g.dilationH, g.kernelH, g.inH);
        float* const to = output + y * g.outW;
        for (int64_t x = 0; x < g.outW;) {
            int64_t const originX = x * g.strideW - g.padLeft;
            if (x >= inner && x < innerEnd && fit > 0) {
                int64_t const count = std::min(fit, innerEnd - x);
                joinRows<Op>(g, input, originY, rows, originX, (count - 1) * g.strideW + reach, row);
                joinColumns<Op>(g, row, count, to + x);
                x += count;
                continue;
            }
            Range const cols = tapsInside(originX, g.dilationW, g.kernelW, g.inW);
            float acc = Op::kStart;
            for (int64_t ky = rows.begin; ky < rows.end; ++ky)
                for (int64_t kx = cols.begin; kx < cols.end; ++kx)
                    acc = Op::joinOne(acc, input[(originY + ky * g.dilationH) * g.inW + originX + kx * g.dilationW]);
            to[x++] = acc;
        }
        for (int64_t x = 0; x < g.outW && args.kind != PoolKind::kMAX; ++x)
            to[x] /= divisor(args, y, x);
    }
}

/// Splits planes and rows into tasks of a few microseconds and runs `rows` on them; `lanes` floats a pixel.
void forRows(PoolArgs const& args, int64_t lanes,
             void (*rows)(PoolArgs const&, float const*, float*, int64_t, int64_t)) {
    ConvDims const& d = args.dims;
    int64_t const pixels = d.outH * d.outW;
    double const work =
        static_cast<double>(args.planes * pixels * lanes) * static_cast<double>(d.kernelH * d.kernelW + 4);
    if (work == 0)
        return;
    double const nanoseconds = work / (kFlopsPerNs / 8);
    int64_t const parts = std::clamp<int64_t>(pixels * lanes / 4096, 1, d.outH), tasks = args.planes * parts;
    int64_t const grain = nanoseconds < kSerialNanoseconds
                              ? tasks
                              : 1 + static_cast<int64_t>(4000.0 * static_cast<double>(tasks) / nanoseconds);
    parallelFor(tasks, grain, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
            int64_t const plane = i / parts;
            rows(args, args.input + plane * d.inH * d.inW * lanes, args.output + plane * pixels * lanes,
                 splitAt(d.outH, parts, i % parts), splitAt(d.outH, parts, i % parts + 1));
        }
    });
}

void poolPlainImpl(PoolArgs const& args) {
    forRows(args, 1, args.kind == PoolKind::kMAX ? &plainRows<MaxOp> : &plainRows<SumOp>);
}

void poolBlockedImpl(PoolArgs const& args) {
    forRows(args, 16, args.kind == PoolKind::kMAX ? &blockedRows<MaxOp> : &blockedRows<SumOp>);
}

/// Joins `count` rows of 16 floats into one; four partial results hide the latency and keep sums accurate.
template <class Op>
HWY_INLINE void joinPixels(float const* input, int64_t count, TileVec (&acc)[kPanelVecs]) {
    constexpr TileTag d;
    TileVec part[4][kPanelVecs];
    HWY_UNROLL(4)
    for (int u = 0; u < 4; ++u) {
        HWY_UNROLL(16)
        for (int j = 0; j < kPanelVecs; ++j)
            part[u][j] = hn::Set(d, Op::kStart);
    }
    int64_t p = 0;
    for (; p + 4 <= count; p += 4) {
        HWY_UNROLL(4)
        for (int u = 0; u < 4; ++u) {
            HWY_UNROLL(16)
            for (int j = 0; j < kPanelVecs; ++j)
                part[u][j] = Op::join(part[u][j], hn::LoadU(d, input + (p + u) * 16 + j * kLanes));
        }
    }
    for (; p < count; ++p)
        for (int j = 0; j < kPanelVecs; ++j)
            part[0][j] = Op::join(part[0][j], hn::LoadU(d, input + p * 16 + j * kLanes));
    for (int j = 0; j < kPanelVecs; ++j)
        acc[j] = Op::join(Op::join(part[0][j], part[1][j]), Op::join(part[2][j], part[3][j]));
}

template <class Op>
void globalBlocked(int64_t pixels, float const* input, float by, float* output) {
    constexpr TileTag d;
    TileVec acc[kPanelVecs];
    joinPixels<Op>(input, pixels, acc);
    for (int j = 0; j < kPanelVecs; ++j)
        hn::StoreU(hn::Div(acc[j], hn::Set(d, by)), d, output + j * kLanes);
}

template <class Op>
void globalPlain(int64_t pixels, float const* input, float by, float* output) {
    constexpr TileTag d;
    float lanes[16];
    TileVec acc[kPanelVecs];
    joinPixels<Op>(input, pixels / 16, acc);
    for (int j = 0; j < kPanelVecs; ++j)
        hn::StoreU(acc[j], d, lanes + j * kLanes);
    for (int64_t i = pixels / 16 * 16; i < pixels; ++i)
        lanes[i % 16] = Op::joinOne(lanes[i % 16], input[i]);
    for (int half = 8; half > 0; half /= 2)
        for (int i = 0; i < half; ++i)
            lanes[i] = Op::joinOne(lanes[i], lanes[i + half]);
    *output = lanes[0] / by;
}

void globalPoolImpl(PoolKind kind, int64_t planes, int64_t pixels, float const* input, float* output, bool blocked) {
    bool const isMax = kind == PoolKind::kMAX;
    int64_t const lanes = blocked ? 16 : 1;
    auto const fn = blocked ? (isMax ? &globalBlocked<MaxOp> : &globalBlocked<SumOp>)
                            : (isMax ? &globalPlain<MaxOp> : &globalPlain<SumOp>);
    float const by = isMax ? 1.0f : static_cast<float>(pixels);
    // 16 floats a nanosecond.
    int64_t const each = 1 + pixels * lanes / 16;
    int64_t const grain = planes * each < kSerialNanoseconds ? planes : 1 + 4000 / each;
    parallelFor(planes, grain, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
            fn(pixels, input + i * pixels * lanes, by, output + i * lanes);
    });
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tenon::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tenon::cpu {
namespace {

HWY_EXPORT(poolPlainImpl);
HWY_EXPORT(poolBlockedImpl);
HWY_EXPORT(globalPoolImpl);

} // namespace

void poolPlain(PoolArgs const& args) noexcept {
    HWY_DYNAMIC_DISPATCH(poolPlainImpl)(args);
}

void poolBlocked(PoolArgs const& args) noexcept {
    HWY_DYNAMIC_DISPATCH(poolBlockedImpl)(args);
}

void globalPoolPlain(PoolKind kind, int64_t planes, int64_t pixels, float const* input, float* output) noexcept {
    HWY_DYNAMIC_DISPATCH(globalPoolImpl)(kind, planes, pixels, input, output, false);
}

void globalPoolBlocked(PoolKind kind, int64_t planes, int64_t pixels, float const* input, float* output) noexcept {
    HWY_DYNAMIC_DISPATCH(globalPoolImpl)(kind, planes, pixels, input, output, true);
}

} // namespace tenon::cpu
#endif

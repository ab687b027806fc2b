// SPDX-License-Identifier: Apache-2.0
// The 8-bit matrix product. A register tile is some rows of A by one or two panels of 16 columns; a pair of A's
// elements meets a pair of B's in one multiply-add of 16-bit lanes.
#include "backend/cpu/simd_targets.h"
// After the list of targets.
#include "backend/cpu/byte_panels.h"
#include "backend/cpu/gemm_int.h"
#include "backend/cpu/split.h"
#include "kernel/parallel.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/gemm_int.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "hwy/highway.h"

#ifndef TENON_CPU_GEMM_INT_ONCE
#define TENON_CPU_GEMM_INT_ONCE
namespace tenon::cpu {
namespace {

constexpr int64_t kOperationsPerNs = 20; // cautious: decides only what stays on one thread
constexpr int64_t kRowsOfTask = 96;

int32_t valueAt(Bytes const& list, int64_t i) {
    return list.isSigned ? static_cast<int8_t>(list.data[i]) : list.data[i];
}

/// Elements of a row from `from` on, and the one that makes the depth even; the row's sum, given that before `from`.
int32_t widenTail(int64_t k, Bytes row, int32_t zero, int64_t from, int32_t sum, int16_t* to) {
    auto total = static_cast<uint32_t>(sum);
    for (int64_t i = from; i < k; ++i) {
        to[i] = static_cast<int16_t>(valueAt(row, i) - zero);
        total += static_cast<uint32_t>(int32_t{to[i]});
    }
    if (evenDepth(k) > k)
        to[k] = 0;
    return static_cast<int32_t>(total);
}

} // namespace
} // namespace tenon::cpu
#endif

HWY_BEFORE_NAMESPACE();
namespace tenon::cpu {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
struct TileCall {
    int16_t const* a;
    int64_t lda, pairs;
    uint8_t const* b;
    int64_t bPanel;
    int32_t* c;
    int64_t ldc;
};

#if HWY_TARGET == HWY_SCALAR || !HWY_ARCH_X86 // elsewhere a sum of pairs comes in two halves

constexpr int kTileRows = 2, kTilePanels = 1;

template <int MR, int NP, bool kSigned>
void runTile(TileCall const& t) {
    for (int r = 0; r < MR; ++r)
        for (int64_t j = 0; j < 16; ++j) {
            uint32_t sum = 0;
            for (int64_t k = 0; k < 2 * t.pairs; ++k)
                sum += static_cast<uint32_t>(t.a[r * t.lda + k] * valueAt({t.b, kSigned}, k / 2 * 32 + 2 * j + k % 2));
            t.c[r * t.ldc + j] = static_cast<int32_t>(sum);
        }
}

void widenRowsImpl(int64_t m, int64_t k, Bytes a, int64_t lda, int32_t zero, int16_t* wide, int32_t* sums) {
    for (int64_t r = 0; r < m; ++r)
        sums[r] = widenTail(k, {a.data + r * lda, a.isSigned}, zero, 0, 0, wide + r * evenDepth(k));
}

void interleavePairsImpl(int64_t depth, uint8_t const* rows, int64_t stride, uint8_t* panel) {
    for (int64_t k = 0; k < depth; ++k)
        for (int64_t j = 0; j < 16; ++j)
            panel[k / 2 * 32 + 2 * j + k % 2] = rows[k * stride + j];
}

#else

using Wide = hn::CappedTag<int16_t, 32>;
using Sums = hn::RepartitionToWide<Wide>;
using SumVec = hn::Vec<Sums>;
constexpr int kPairLanes = static_cast<int>(hn::MaxLanes(Wide()));
constexpr int kPanelVecs = 32 / kPairLanes; // vectors in a row of 16 pairs
constexpr int kSumLanes = kPairLanes / 2;

#if HWY_TARGET == HWY_AVX3
constexpr int kTileRows = 12, kTilePanels = 2;
#elif HWY_TARGET == HWY_AVX2
constexpr int kTileRows = 6, kTilePanels = 1;
#else
constexpr int kTileRows = 2, kTilePanels = 1;
#endif

template <bool kSigned>
HWY_INLINE hn::Vec<Wide> widen(uint8_t const* p) {
    constexpr Wide d;
    if constexpr (kSigned)
        return hn::PromoteTo(d, hn::LoadU(hn::Rebind<int8_t, Wide>(), reinterpret_cast<int8_t const*>(p)));
    else
        return hn::PromoteTo(d, hn::LoadU(hn::Rebind<uint8_t, Wide>(), p));
}

template <int MR, int NP, bool kSigned>
void runTile(TileCall const& t) {
    constexpr Wide d;
    constexpr Sums ds;
    SumVec acc[MR][NP * kPanelVecs];
    HWY_UNROLL(16)
    for (int r = 0; r < MR; ++r) {
        HWY_UNROLL(16)
        for (int j = 0; j < NP * kPanelVecs; ++j)
            acc[r][j] = hn::Zero(ds);
    }
    SumVec unused = hn::Zero(ds);
    for (int64_t k = 0; k < t.pairs; ++k) {
        hn::Vec<Wide> b[NP * kPanelVecs];
        HWY_UNROLL(16)
        for (int j = 0; j < NP * kPanelVecs; ++j)
            b[j] = widen<kSigned>(t.b + k * 32 + (j / kPanelVecs) * t.bPanel + (j % kPanelVecs) * kPairLanes);
        HWY_UNROLL(16)
        for (int r = 0; r < MR; ++r) {
            int32_t pair;
            std::memcpy(&pair, t.a + r * t.lda + 2 * k, sizeof pair);
            auto const av = hn::BitCast(d, hn::Set(ds, pair));
            HWY_UNROLL(16)
            for (int j = 0; j < NP * kPanelVecs; ++j)
                acc[r][j] = hn::ReorderWidenMulAccumulate(ds, av, b[j], acc[r][j], unused);
        }
    }
    HWY_UNROLL(16)
    for (int r = 0; r < MR; ++r) {
        HWY_UNROLL(16)
        for (int j = 0; j < NP * kPanelVecs; ++j)
            hn::StoreU(acc[r][j], ds, t.c + r * t.ldc + j * kSumLanes);
    }
}

void widenRowsImpl(int64_t m, int64_t k, Bytes a, int64_t lda, int32_t zero, int16_t* wide, int32_t* sums) {
    constexpr Wide d;
    constexpr Sums ds;
    int64_t const depth = evenDepth(k);
    auto const shift = hn::Set(d, static_cast<int16_t>(zero)), one = hn::Set(d, int16_t{1});
    for (int64_t r = 0; r < m; ++r) {
        uint8_t const* const from = a.data + r * lda;
        int16_t* const to = wide + r * depth;
        SumVec sum = hn::Zero(ds), unused = hn::Zero(ds);
        int64_t i = 0;
        for (; i + kPairLanes <= k; i += kPairLanes) {
            auto const v = hn::Sub(a.isSigned ? widen<true>(from + i) : widen<false>(from + i), shift);
            sum = hn::ReorderWidenMulAccumulate(ds, v, one, sum, unused);
            hn::StoreU(v, d, to + i);
        }
        sums[r] = widenTail(k, {from, a.isSigned}, zero, i, hn::GetLane(hn::SumOfLanes(ds, sum)), to);
    }
}

void interleavePairsImpl(int64_t depth, uint8_t const* rows, int64_t stride, uint8_t* panel) {
    constexpr hn::CappedTag<uint8_t, 16> d;
    for (int64_t k = 0; k < depth; k += 2, rows += 2 * stride, panel += 32) {
        auto const even = hn::LoadU(d, rows), odd = hn::LoadU(d, rows + stride);
        hn::StoreU(hn::InterleaveLower(d, even, odd), d, panel);
        hn::StoreU(hn::InterleaveUpper(d, even, odd), d, panel + 16);
    }
}

#endif

using TileFn = void (*)(TileCall const&);

template <int NP, bool kSigned, int... I>
constexpr std::array<TileFn, kTileRows> tilesOf(std::integer_sequence<int, I...>) {
    return {&runTile<I + 1, NP, kSigned>...};
}

template <int NP, bool kSigned>
TileFn tile(int64_t rows) {
    static constexpr std::array<TileFn, kTileRows> tiles =
        tilesOf<NP, kSigned>(std::make_integer_sequence<int, kTileRows>());
    return tiles[static_cast<size_t>(rows - 1)];
}

TileFn tileOf(int64_t rows, int64_t panels, bool isSigned) {
    if constexpr (kTilePanels > 1)
        if (panels > 1)
            return isSigned ? tile<kTilePanels, true>(rows) : tile<kTilePanels, false>(rows);
    return isSigned ? tile<1, true>(rows) : tile<1, false>(rows);
}

/// Stores a finished tile, the zero points of B taken off.
void finish(IntGemmArgs const& g, int32_t const* tile, int64_t ld, int64_t row, int64_t rows, int64_t column,
            int64_t columns) {
    for (int64_t r = 0; r < rows; ++r) {
        auto const sum = static_cast<uint32_t>(g.sums[row + r]);
        int32_t* const to = g.c + (row + r) * g.ldc + column;
        if (g.zeros.data == nullptr) {
            std::copy_n(tile + r * ld, columns, to);
            continue;
        }
        for (int64_t j = 0; j < columns; ++j) {
            auto const zero = static_cast<uint32_t>(valueAt(g.zeros, g.zeroOfEach ? column + j : 0));
            to[j] = static_cast<int32_t>(static_cast<uint32_t>(tile[r * ld + j]) - sum * zero);
        }
    }
}

void partImpl(IntGemmArgs const& g, int64_t row, int64_t rowEnd, int64_t panel, int64_t panelEnd) {
    alignas(64) int32_t buffer[kTileRows * kTilePanels * 16];
    int64_t const depth = evenDepth(g.k), panelBytes = 16 * depth;
    while (panel < panelEnd) {
        int64_t const step = std::min<int64_t>(kTilePanels, panelEnd - panel), column = panel * 16;
        int64_t const columns = std::min(step * 16, g.n - column);
        bool const whole = columns == step * 16 && g.zeros.data == nullptr;
        for (int64_t r = row; r < rowEnd; r += kTileRows) {
            int64_t const rows = std::min<int64_t>(kTileRows, rowEnd - r);
            TileCall call{g.a + r * depth, depth,  depth / 2, g.b.data + panel * panelBytes,
                          panelBytes,      buffer, step * 16};
            if (whole)
                call.c = g.c + r * g.ldc + column, call.ldc = g.ldc;
            tileOf(rows, step, g.b.isSigned)(call);
            if (!whole)
                finish(g, buffer, step * 16, r, rows, column, columns);
        }
        panel += step;
    }
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tenon::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tenon::cpu {
namespace {

HWY_EXPORT(partImpl);
HWY_EXPORT(widenRowsImpl);
HWY_EXPORT(interleavePairsImpl);

} // namespace

void packIntB(int64_t n, int64_t k, uint8_t const* b, int64_t strideK, int64_t strideN, uint8_t* packed) noexcept {
    packPanels<2>(n, k, b, strideK, strideN, packed);
}

void interleavePairs(int64_t depth, uint8_t const* rows, int64_t stride, uint8_t* panel) noexcept {
    HWY_DYNAMIC_DISPATCH(interleavePairsImpl)(depth, rows, stride, panel);
}

void widenRows(int64_t m, int64_t k, Bytes a, int64_t lda, int32_t zero, int16_t* wide, int32_t* sums) noexcept {
    int64_t const depth = evenDepth(k);
    parallelFor(m, ceilDiv(kSerialNanoseconds, k / 8 + 5), [&](int64_t begin, int64_t end) {
        HWY_DYNAMIC_DISPATCH(widenRowsImpl)
        (end - begin, k, {a.data + begin * lda, a.isSigned}, lda, zero, wide + begin * depth, sums + begin);
    });
}

void intGemmPart(IntGemmArgs const& args, int64_t row, int64_t rowEnd, int64_t panel, int64_t panelEnd) noexcept {
    HWY_DYNAMIC_DISPATCH(partImpl)(args, row, rowEnd, panel, panelEnd);
}

void intGemm(IntGemmArgs const& g) noexcept {
    int64_t const panels = ceilDiv(g.n, 16), rowTasks = ceilDiv(g.m, kRowsOfTask);
    int64_t const panelTasks = std::min(panels, std::max<int64_t>(1, 4 * threads() / std::max<int64_t>(rowTasks, 1)));
    int64_t const tasks = rowTasks * panelTasks;
    bool const serial = g.m * g.n * g.k / kOperationsPerNs < kSerialNanoseconds;
    parallelFor(tasks, serial ? tasks : 1, [&](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t) {
            int64_t const row = t % rowTasks * kRowsOfTask, part = t / rowTasks;
            intGemmPart(g, row, std::min(g.m, row + kRowsOfTask), splitAt(panels, panelTasks, part),
                        splitAt(panels, panelTasks, part + 1));
        }
    });
}

} // namespace tenon::cpu
#endif

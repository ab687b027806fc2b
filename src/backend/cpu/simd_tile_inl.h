// SPDX-License-Identifier: Apache-2.0
// The register tile shared by the matrix product and the convolutions, compiled once per instruction set.
// A tile is MR rows x NP panels of 16 columns; A is read one float at a time (broadcast), B as rows of 16 floats per
// panel.
#if defined(TENON_CPU_SIMD_TILE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TENON_CPU_SIMD_TILE_INL_H
#undef TENON_CPU_SIMD_TILE_INL_H
#else
#define TENON_CPU_SIMD_TILE_INL_H
#endif

#include <algorithm>
#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace tenon::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using TileTag = hn::CappedTag<float, 16>;
using TileVec = hn::Vec<TileTag>;
inline constexpr int kLanes = static_cast<int>(hn::MaxLanes(TileTag()));
inline constexpr int kPanelVecs = 16 / kLanes; // vectors in a panel row

#if HWY_TARGET == HWY_AVX3
inline constexpr int kTileRows = 14, kTileVecs = 28;
inline constexpr double kFlopsPerNs = 100; // cautious: decides only what stays on one thread
#elif HWY_TARGET == HWY_AVX2
inline constexpr int kTileRows = 6, kTileVecs = 12;
inline constexpr double kFlopsPerNs = 50;
#elif HWY_TARGET == HWY_NEON
inline constexpr int kTileRows = 6, kTileVecs = 24;
inline constexpr double kFlopsPerNs = 20;
#else
inline constexpr int kTileRows = 2, kTileVecs = 2 * kPanelVecs;
inline constexpr double kFlopsPerNs = 10;
#endif

/// Whether the accumulators of a tile fit in the registers.
constexpr bool tileFits(int rows, int panels) {
    return rows <= kTileRows && rows * panels * kPanelVecs <= kTileVecs;
}

/// The widest of {4, 2, 1} panels that a tile of `rows` rows may have.
constexpr int widestTile(int rows) {
    return tileFits(rows, 4) ? 4 : tileFits(rows, 2) ? 2 : 1;
}

template <int MR, int NP>
HWY_INLINE void tileZero(TileVec (&acc)[MR][NP * kPanelVecs]) {
    HWY_UNROLL(32)
    for (int r = 0; r < MR; ++r) {
        HWY_UNROLL(32)
        for (int j = 0; j < NP * kPanelVecs; ++j)
            acc[r][j] = hn::Zero(TileTag());
    }
}

/// acc[r][j] += row r of one column of A * one row of B. Every third row of A has a pointer of its own, the two after
/// it are reached by scaled indices: 14 rows need 6 registers.
template <int MR, int NP>
HWY_INLINE void tileStep(TileVec (&acc)[MR][NP * kPanelVecs], float const* const (&row)[(MR + 2) / 3], int64_t lda,
                         float const* b, int64_t bPanel) {
    constexpr TileTag d;
    TileVec bv[NP * kPanelVecs];
    HWY_UNROLL(32)
    for (int j = 0; j < NP * kPanelVecs; ++j)
        bv[j] = hn::LoadU(d, b + (j / kPanelVecs) * bPanel + (j % kPanelVecs) * kLanes);
    HWY_UNROLL(32)
    for (int r = 0; r < MR; ++r) {
        TileVec const av = hn::Set(d, row[r / 3][(r % 3) * lda]);
        HWY_UNROLL(32)
        for (int j = 0; j < NP * kPanelVecs; ++j)
            acc[r][j] = hn::MulAdd(av, bv[j], acc[r][j]);
    }
}

/// Moves the row pointers on. The compiler must not know by how much, or it computes all rows' offsets ahead and runs
/// out of registers.
template <size_t N>
HWY_INLINE void advance(float const* (&row)[N], int64_t step) {
    HWY_UNROLL(8)
    for (size_t g = 0; g < N; ++g) {
        row[g] += step;
        asm("" : "+r"(row[g]));
    }
}

/// acc[r][j] += sum over i < k of a[r * lda + i] * b[i * bRow + panel j's offset].
/// Meanwhile rows of B that a later tile needs, from `next` on, are fetched to the L2 cache (any address will do).
template <int MR, int NP>
HWY_INLINE void tileAccumulate(TileVec (&acc)[MR][NP * kPanelVecs], float const* a, int64_t lda, int64_t k,
                               float const* b, int64_t bRow, int64_t bPanel, float const* next) {
    float const* row[(MR + 2) / 3];
    HWY_UNROLL(8)
    for (int g = 0; g < (MR + 2) / 3; ++g)
        row[g] = a + g * 3 * lda;
    // Four steps at a time: the end of a loop over 16 channels would otherwise often be mispredicted.
    for (; k >= 4; k -= 4) {
        HWY_UNROLL(4)
        for (int u = 0; u < 4; ++u) {
            tileStep<MR, NP>(acc, row, lda, b, bPanel);
            b += bRow;
            __builtin_prefetch(next, 0, 2);
            next += bRow;
            advance(row, 1);
        }
    }
    for (; k > 0; --k) {
        tileStep<MR, NP>(acc, row, lda, b, bPanel);
        b += bRow;
        advance(row, 1);
    }
}

/// Stores acc (+ bias of 16 floats a panel) to C, or adds it to what C holds. Rows of C lie ldc apart, panels cPanel.
template <int MR, int NP>
HWY_INLINE void tileStore(TileVec (&acc)[MR][NP * kPanelVecs], float const* bias, bool add, float* c, int64_t ldc,
                          int64_t cPanel) {
    constexpr TileTag d;
    HWY_UNROLL(32)
    for (int j = 0; j < NP * kPanelVecs; ++j) {
        float* to = c + (j / kPanelVecs) * cPanel + (j % kPanelVecs) * kLanes;
        TileVec const shift = bias != nullptr ? hn::LoadU(d, bias + j * kLanes) : hn::Zero(d);
        HWY_UNROLL(32)
        for (int r = 0; r < MR; ++r, to += ldc) {
            TileVec const sum = hn::Add(acc[r][j], add ? hn::LoadU(d, to) : shift);
            hn::StoreU(sum, d, to);
        }
    }
}

} // namespace HWY_NAMESPACE
} // namespace tenon::cpu
HWY_AFTER_NAMESPACE();

#endif // per-target guard

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
inline constexpr int kTileRows = 12, kTileVecs = 24;
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
    HWY_UNROLL(16)
    for (int r = 0; r < MR; ++r) {
        HWY_UNROLL(16)
        for (int j = 0; j < NP * kPanelVecs; ++j)
            acc[r][j] = hn::Zero(TileTag());
    }
}

/// acc[r][j] += sum over i < k of a[r * lda + i] * b[i * bRow + panel j's offset].
/// Meanwhile rows of B that a later tile needs, from `next` on, are fetched to the L2 cache (any address will do).
template <int MR, int NP>
HWY_INLINE void tileAccumulate(TileVec (&acc)[MR][NP * kPanelVecs], float const* a, int64_t lda, int64_t k,
                               float const* b, int64_t bRow, int64_t bPanel, float const* next) {
    constexpr TileTag d;
    // Every third row has a pointer of its own, the two after it are reached by scaled indices: 12 rows need 5
    // registers.
    constexpr int groups = (MR + 2) / 3;
    float const* row[groups];
    HWY_UNROLL(4)
    for (int g = 0; g < groups; ++g)
        row[g] = a + g * 3 * lda;
    for (int64_t i = 0; i < k; ++i) {
        TileVec bv[NP * kPanelVecs];
        HWY_UNROLL(16)
        for (int j = 0; j < NP * kPanelVecs; ++j)
            bv[j] = hn::LoadU(d, b + (j / kPanelVecs) * bPanel + (j % kPanelVecs) * kLanes);
        HWY_UNROLL(16)
        for (int r = 0; r < MR; ++r) {
            TileVec const av = hn::Set(d, row[r / 3][(r % 3) * lda]);
            HWY_UNROLL(16)
            for (int j = 0; j < NP * kPanelVecs; ++j)
                acc[r][j] = hn::MulAdd(av, bv[j], acc[r][j]);
        }
        HWY_UNROLL(4)
        for (int g = 0; g < groups; ++g)
            ++row[g];
        b += bRow;
        __builtin_prefetch(next, 0, 2);
        next += bRow;
    }
}

/// Stores acc (+ bias of 16 floats a panel) to C, or adds it to what C holds. Rows of C lie ldc apart, panels cPanel.
template <int MR, int NP>
HWY_INLINE void tileStore(TileVec (&acc)[MR][NP * kPanelVecs], float const* bias, bool add, float* c, int64_t ldc,
                          int64_t cPanel) {
    constexpr TileTag d;
    HWY_UNROLL(16)
    for (int j = 0; j < NP * kPanelVecs; ++j) {
        float* to = c + (j / kPanelVecs) * cPanel + (j % kPanelVecs) * kLanes;
        TileVec const shift = bias != nullptr ? hn::LoadU(d, bias + j * kLanes) : hn::Zero(d);
        HWY_UNROLL(16)
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

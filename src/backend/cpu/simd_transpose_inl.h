// SPDX-License-Identifier: Apache-2.0
// Transposition of 4-byte elements in 4 x 4 steps of 128-bit vectors, for packing and reordering; compiled once per
// instruction set.
#if defined(TENON_CPU_SIMD_TRANSPOSE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TENON_CPU_SIMD_TRANSPOSE_INL_H
#undef TENON_CPU_SIMD_TRANSPOSE_INL_H
#else
#define TENON_CPU_SIMD_TRANSPOSE_INL_H
#endif

#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace tenon::cpu {
namespace HWY_NAMESPACE {

/// to[c * toStride + r] = from[r * fromStride + c] for r, c < 4.
HWY_INLINE void transpose4x4(float const* from, int64_t fromStride, float* to, int64_t toStride) {
#if HWY_TARGET == HWY_SCALAR
    for (int64_t r = 0; r < 4; ++r)
        for (int64_t c = 0; c < 4; ++c)
            to[c * toStride + r] = from[r * fromStride + c];
#else
    namespace hn = hwy::HWY_NAMESPACE;
    constexpr hn::FixedTag<float, 4> d;
    constexpr hn::FixedTag<double, 2> dd;
    auto const r0 = hn::LoadU(d, from), r1 = hn::LoadU(d, from + fromStride);
    auto const r2 = hn::LoadU(d, from + 2 * fromStride), r3 = hn::LoadU(d, from + 3 * fromStride);
    auto const lo01 = hn::BitCast(dd, hn::InterleaveLower(d, r0, r1));
    auto const hi01 = hn::BitCast(dd, hn::InterleaveUpper(d, r0, r1));
    auto const lo23 = hn::BitCast(dd, hn::InterleaveLower(d, r2, r3));
    auto const hi23 = hn::BitCast(dd, hn::InterleaveUpper(d, r2, r3));
    hn::StoreU(hn::BitCast(d, hn::InterleaveLower(dd, lo01, lo23)), d, to);
    hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(dd, lo01, lo23)), d, to + toStride);
    hn::StoreU(hn::BitCast(d, hn::InterleaveLower(dd, hi01, hi23)), d, to + 2 * toStride);
    hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(dd, hi01, hi23)), d, to + 3 * toStride);
#endif
}

/// to[c * toStride + r] = from[r * fromStride + c] for r < rows, c < cols.
HWY_INLINE void transposeTile(int64_t rows, int64_t cols, float const* from, int64_t fromStride, float* to,
                              int64_t toStride) {
    int64_t r = 0;
    for (; r + 4 <= rows; r += 4) {
        int64_t c = 0;
        for (; c + 4 <= cols; c += 4)
            transpose4x4(from + r * fromStride + c, fromStride, to + c * toStride + r, toStride);
        for (; c < cols; ++c)
            for (int64_t i = r; i < r + 4; ++i)
                to[c * toStride + i] = from[i * fromStride + c];
    }
    for (; r < rows; ++r)
        for (int64_t c = 0; c < cols; ++c)
            to[c * toStride + r] = from[r * fromStride + c];
}

} // namespace HWY_NAMESPACE
} // namespace tenon::cpu
HWY_AFTER_NAMESPACE();

#endif // per-target guard

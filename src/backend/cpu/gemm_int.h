// SPDX-License-Identifier: Apache-2.0
// C = (A - zero of A) * (B - zeros of B) for 8-bit A and B, exact in 32 bits (which wrap), for any dims given at call
// time. A is widened to 16 bits with its zero point taken off; pairs of products are summed in 32 bits, so nothing
// saturates. The zero points of B come off with the row sums of A. Nothing here allocates, throws or keeps state;
// pointers need the alignment of their elements. Work is split with parallelFor.
#pragma once

#include <cstdint>

namespace tenon::cpu {

/// 8-bit elements, signed or not.
struct Bytes {
    uint8_t const* data = nullptr;
    bool isSigned = false;
};

/// Columns of K that a packed B and a widened A have: an even number.
constexpr int64_t evenDepth(int64_t k) {
    return (k + 1) / 2 * 2;
}
/// Bytes of a packed B: [ceil(N / 16)][ceil(K / 2)][16][2], zero where N and K end.
constexpr int64_t packedIntBSize(int64_t n, int64_t k) {
    return (n + 15) / 16 * 16 * evenDepth(k);
}
/// Packs B, whose element (k, n) lies at b[k * strideK + n * strideN].
void packIntB(int64_t n, int64_t k, uint8_t const* b, int64_t strideK, int64_t strideN, uint8_t* packed) noexcept;

/// One panel of a packed B from `depth` (even) rows of 16 bytes, `stride` apart.
void interleavePairs(int64_t depth, uint8_t const* rows, int64_t stride, uint8_t* panel) noexcept;

/// Rows [0, m) of A, lda apart: rows of evenDepth(k) at `wide`, and the sum of each at `sums`.
void widenRows(int64_t m, int64_t k, Bytes a, int64_t lda, int32_t zero, int16_t* wide, int32_t* sums) noexcept;

struct IntGemmArgs {
    int64_t m = 0, n = 0, k = 0;
    int16_t const* a = nullptr;    ///< written by widenRows
    int32_t const* sums = nullptr; ///< likewise
    Bytes b;                       ///< written by packIntB
    Bytes zeros;                   ///< of B; null: none
    bool zeroOfEach = false;       ///< one zero point for each column, else one for all
    int32_t* c = nullptr;          ///< rows of N, ldc apart
    int64_t ldc = 0;
};
void intGemm(IntGemmArgs const& args) noexcept;

/// The same for some rows of A and panels of B (of 16 columns), on the calling thread.
void intGemmPart(IntGemmArgs const& args, int64_t row, int64_t rowEnd, int64_t panel, int64_t panelEnd) noexcept;

} // namespace tenon::cpu

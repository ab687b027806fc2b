// SPDX-License-Identifier: Apache-2.0
// The product of gemm_int.h by the AVX-512 instruction that sums four products of 8-bit integers in 32 bits, exactly.
// It multiplies unsigned by signed elements, so signed ones of A count from -128 and unsigned ones of B from 128: zero
// points move along. Only to be called where hasVnni() is true.
#pragma once

#include "backend/cpu/gemm_int.h"

namespace tenon::cpu {

/// The processor has the instruction (and no mask hides it).
bool hasVnni() noexcept;

constexpr int64_t quadDepth(int64_t k) {
    return (k + 3) / 4 * 4;
}
/// Bytes of a packed B: [ceil(N / 16)][ceil(K / 4)][16][4], zero where N and K end.
constexpr int64_t packedQuadBSize(int64_t n, int64_t k) {
    return (n + 15) / 16 * 16 * quadDepth(k);
}
/// Packs B, whose element (k, n) lies at b[k * strideK + n * strideN].
void packQuadB(int64_t n, int64_t k, uint8_t const* b, int64_t strideK, int64_t strideN, uint8_t* packed) noexcept;
/// One panel of a packed B from `depth` (a multiple of 4) rows of 16 bytes, `stride` apart.
void interleaveQuads(int64_t depth, uint8_t const* rows, int64_t stride, uint8_t* panel) noexcept;

/// What belongs to one row of A.
struct QuadRow {
    int32_t sum = 0;  ///< of its elements
    int32_t zero = 0; ///< its zero point, counted as its elements are
};
/// Rows [0, m) of A, lda apart, as unsigned rows of quadDepth(k) at `to`.
void unsignedRows(int64_t m, int64_t k, Bytes a, int64_t lda, int32_t zero, uint8_t* to, QuadRow* rows) noexcept;

struct QuadGemmArgs {
    int64_t m = 0, n = 0, k = 0;
    uint8_t const* a = nullptr;    ///< written by unsignedRows
    QuadRow const* rows = nullptr; ///< likewise
    Bytes b;                       ///< written by packQuadB
    Bytes zeros;                   ///< of B; null: 0
    bool zeroOfEach = false;       ///< one zero point for each column, else one for all
    int32_t* c = nullptr;          ///< rows of N, ldc apart
    int64_t ldc = 0;
};
void quadGemm(QuadGemmArgs const& args) noexcept;
/// The same for some rows of A and panels of B (of 16 columns), on the calling thread.
void quadGemmPart(QuadGemmArgs const& args, int64_t row, int64_t rowEnd, int64_t panel, int64_t panelEnd) noexcept;

} // namespace tenon::cpu

// SPDX-License-Identifier: Apache-2.0
// The product of gemm_bytes.h by the AVX-512 instruction that sums four products of 8-bit integers in 32 bits: each row
// of A is rounded to 16 bits of its greatest element, which is taken as two digits of 8 bits, so B is never widened.
// Only to be called where hasVnni() is true. Nothing here allocates, throws or keeps state.
#pragma once

#include "backend/cpu/gemm_bytes.h"
#include "backend/cpu/gemm_vnni.h"

namespace tenon::cpu {

/// A in digits.
struct WideRows {
    uint8_t *high = nullptr, *low = nullptr; ///< rows of quadDepth(K): a stands for step * (256 * high + low - 32768)
    float* step = nullptr;                   ///< one for each row
    float* sum = nullptr;                    ///< of the row's elements, likewise
};

/// Whether every element is finite: else the digits stand for nothing. Work is split with parallelFor.
bool toDigits(int64_t m, int64_t k, float const* a, int64_t lda, WideRows const& to) noexcept;

/// The sums of the columns of a packed signed B: [ceil(N / 16) * 16].
void columnSums(int64_t n, int64_t k, uint8_t const* quads, int32_t* sums) noexcept;

struct WideGemmArgs {
    int64_t m = 0, n = 0, k = 0;
    WideRows a;
    ByteWeights b;                 ///< signed; panels as packQuadB writes them
    int32_t const* sums = nullptr; ///< written by columnSums
    float const* bias = nullptr;   ///< N floats; may be null
    float* c = nullptr;            ///< rows of N, ldc apart
    int64_t ldc = 0;
};
void wideGemm(WideGemmArgs const& args) noexcept;

/// The same from A itself, slowly: for rows that have no digits.
void plainWideGemm(WideGemmArgs const& args, float const* a, int64_t lda) noexcept;

} // namespace tenon::cpu

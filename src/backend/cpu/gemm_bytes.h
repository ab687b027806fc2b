// SPDX-License-Identifier: Apache-2.0
// C = A * B (+ bias) in fp32 where B is a matrix of 8-bit integers with scales and zero points: element (k, n) stands
// for (b - zero[n]) * scale[n]. B stays in 8 bits in memory, which is what counts where few rows of A meet a large B,
// and is widened in registers; A is not quantised. Nothing here allocates, throws or keeps state. Work is split with
// parallelFor.
#pragma once

#include <cstdint>

namespace tenon::cpu {

struct ByteWeights {
    uint8_t const* panels = nullptr; ///< [ceil(N / 16)][K][16]; columns from N on are not used
    bool isSigned = false;
    float const* scale = nullptr;  ///< one, or one for each column
    uint8_t const* zero = nullptr; ///< as many, as signed as the panels; null: 0
    bool ofEach = false;           ///< scales and zero points are one for each column
};

struct ByteGemmArgs {
    int64_t m = 0, n = 0, k = 0;
    float const* a = nullptr; ///< rows of K, lda apart
    int64_t lda = 0;
    ByteWeights b;
    float const* bias = nullptr; ///< N floats; may be null
    float* c = nullptr;          ///< rows of N, ldc apart; must not overlap the operands
    int64_t ldc = 0;
};
void byteGemm(ByteGemmArgs const& args) noexcept;

} // namespace tenon::cpu

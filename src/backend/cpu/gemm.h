// SPDX-License-Identifier: Apache-2.0
// C = A * B (+ bias) in fp32 for any dims, given at call time; nothing here allocates, throws or keeps state.
// A: M rows of K floats, lda apart. C: M rows of N floats, ldc apart; it is only written, and must not overlap A, B or
// the bias. No pointer needs more than the alignment of float; a packed B aligned to 64 bytes is faster. Dims may be 0
// (K = 0 gives bias or 0). Work is split over rows and columns with parallelFor; a small product stays on the calling
// thread. For the same instruction set the result is the same bit for bit, whatever the number of threads and whichever
// of the functions computes it.
#pragma once

#include <cstdint>

#include "kernel/parallel.h"

namespace tenon::cpu {

/// Called once for each finished piece of a row of C: `data` points at C[row][col], `count` columns follow in memory.
/// The piece is in the cache, its final values (bias included) are stored, and the callee may overwrite it. Pieces of
/// one call are disjoint and cover C; they come in any order and from several threads at once. Where N allows, a piece
/// has at least 64 columns.
using RowEpilogue = FunctionRef<void(int64_t row, int64_t col, int64_t count, float* data)>;

/// Floats that a packed B takes: [ceil(N / 16)][K][16], columns from N on are zero.
constexpr int64_t packedBSize(int64_t n, int64_t k) {
    return (n + 15) / 16 * 16 * k;
}

/// Packs B, whose element (k, n) lies at b[k * strideK + n * strideN], into panels at `packed` (packedBSize floats).
void packB(int64_t n, int64_t k, float const* b, int64_t strideK, int64_t strideN, float* packed) noexcept;

struct GemmArgs {
    int64_t m = 0, n = 0, k = 0;
    float const* a = nullptr;
    int64_t lda = 0;
    float const* packedB = nullptr; // written by packB
    float* c = nullptr;
    int64_t ldc = 0;
    float const* bias = nullptr;           // N floats added to every row; may be null
    RowEpilogue const* epilogue = nullptr; // may be null
};

void gemm(GemmArgs const& args) noexcept;

/// A batch of products of activations: for each index (i, j) of the batch C[i][j] = A[i][j] * B[i][j] (+ bias).
struct BatchGemmArgs {
    int64_t m = 0, n = 0, k = 0;
    int64_t batch[2] = {1, 1};
    float const* a = nullptr;
    int64_t lda = 0, batchStrideA[2] = {0, 0};
    float const* b = nullptr; // element (k, n) of one B at k * strideK + n * strideN: either order, any gaps
    int64_t strideK = 0, strideN = 1, batchStrideB[2] = {0, 0};
    float* c = nullptr;
    int64_t ldc = 0, batchStrideC[2] = {0, 0};
    float const* bias = nullptr;           // N floats, the same for the whole batch; may be null
    RowEpilogue const* epilogue = nullptr; // its row counts on over the batch: (i * batch[1] + j) * M + row
    float* workspace = nullptr;            // batchGemmWorkspace floats, aligned to 64 bytes for speed; overwritten
};

/// Floats of workspace for batchGemm: an upper bound that depends on dims, batch and strides of B alone. 0: none is
/// needed.
int64_t batchGemmWorkspace(BatchGemmArgs const& args) noexcept;

void batchGemm(BatchGemmArgs const& args) noexcept;

} // namespace tenon::cpu

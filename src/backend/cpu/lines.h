// SPDX-License-Identifier: Apache-2.0
// Reductions and normalisations in fp32 along the middle axis of [outer][count][inner], for any dims, given at call
// time; nothing here allocates, throws, keeps state or needs a workspace. Results may not overlap the operand, but for
// softmax, normalise and scaleShift, which may work in place. Pointers need the alignment of float. Work is split with
// parallelFor; little work stays on the calling thread. The result has the same bits for any number of threads. A NaN
// in a line reaches that line's result.
#pragma once

#include <cstdint>

#include "kernel/parallel.h"

namespace tenon::cpu {

struct Lines {
    int64_t outer = 1, count = 1, inner = 1;
};

enum class Reduction { kSUM, kSUM_SQUARE, kSUM_ABS, kMAX, kMIN, kPRODUCT };
/// What becomes of a line's reduction r of n elements.
enum class Finish { kNONE, kMEAN /* r / n */, kSQRT, kLOG };

void reduce(Reduction reduction, Finish finish, Lines const& lines, float const* x, float* y) noexcept;

/// exp(x) over its sum along each line, or the logarithm of that.
void softmax(Lines const& lines, bool logarithm, float const* x, float* y) noexcept;

/// x becomes exp(x * scale + added) over its sum, n elements, on the calling thread; `added` may be null. Returns the
/// greatest of what the exponentials are taken of: where that is minus infinity, so are all, and x is NaN.
float shiftedSoftmax(int64_t n, float scale, float const* added, float* x) noexcept;

/// Each line divided by divisor(sum of squares, or of absolute values); zero where that is zero. The divisor is called
/// by several threads.
void normalise(Lines const& lines, bool squares, FunctionRef<float(float)> divisor, float const* x, float* y) noexcept;

struct LayerNormArgs {
    int64_t rows = 0, count = 0;
    float epsilon = 0;
    bool centred = true; // else the mean counts as 0
    float const* x = nullptr;
    /// Of scale and bias: element i of a row has parameter row % period * (count / run) + i / run.
    int64_t period = 1, run = 1;
    float const* scale = nullptr; // null: all are 1
    float const* bias = nullptr;  // may be null
    float* y = nullptr;
    float* mean = nullptr;       // rows elements; may be null
    float* inverseStd = nullptr; // rows elements; may be null
};
void layerNorm(LayerNormArgs const& args) noexcept;

/// y = (x - mean[c]) * factor[c] + bias[c] over [n][channels][pixels]; the three arrays have one element a channel.
void scaleShift(int64_t n, int64_t channels, int64_t pixels, float const* x, float const* mean, float const* factor,
                float const* bias, float* y) noexcept;

/// y = x * (bias + alpha * the sum of x^2 over the channels from `before` ahead to `after` behind)^-beta, over
/// [n][channels][pixels].
struct ResponseArgs {
    int64_t n = 0, channels = 0, pixels = 0;
    int64_t before = 0, after = 0;
    float alpha = 0, beta = 0, bias = 0;
    float const* x = nullptr;
    float* y = nullptr;
};
void normaliseResponse(ResponseArgs const& args) noexcept;

} // namespace tenon::cpu

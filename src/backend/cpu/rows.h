// SPDX-License-Identifier: Apache-2.0
// Short pieces of work on contiguous rows of n elements, on the calling thread, for kernels that are otherwise plain
// loops. Any n; pointers need the alignment of their elements. Nothing here allocates or throws.
#pragma once

#include "backend/cpu/gemm_int.h"

namespace tenon::cpu {

/// y = w * x, or y += w * x.
void scaleRow(int64_t n, float w, float const* x, float* y) noexcept;
void addScaledRow(int64_t n, float w, float const* x, float* y) noexcept;
/// y += w * (x - zero), in 32 bits, which wrap.
void addScaledRow(int64_t n, int32_t w, Bytes x, int32_t zero, int32_t* y) noexcept;

/// n pairs turned: y = cosine * a - sine * b, and sine * a + cosine * b behind it. The parts of a pair lie n apart, or,
/// where `interleaved`, side by side.
void rotateRow(int64_t n, bool interleaved, float const* cosines, float const* sines, float const* x,
               float* y) noexcept;

} // namespace tenon::cpu

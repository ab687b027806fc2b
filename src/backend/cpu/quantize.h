// SPDX-License-Identifier: Apache-2.0
// fp32 to eight-bit integers and back, over [outer][count][inner] with a scale and a zero point for each index of the
// middle axis, for any dims. Every element is the correctly rounded quotient or product, so results have the same bits
// on every instruction set and for any number of threads. Nothing here allocates, throws or keeps state. Results may
// not overlap operands. `zero` may be null: no zero points.
#pragma once

#include "backend/cpu/lines.h"

namespace tenon::cpu {

/// y = saturate(round(x / scale) + zero), halves to even; NaN gives zero.
void quantize(Lines const& lines, float const* x, float const* scale, int8_t const* zero, int8_t* y) noexcept;
void quantize(Lines const& lines, float const* x, float const* scale, uint8_t const* zero, uint8_t* y) noexcept;

/// y = (x - zero) * scale
void dequantize(Lines const& lines, int8_t const* x, float const* scale, int8_t const* zero, float* y) noexcept;
void dequantize(Lines const& lines, uint8_t const* x, float const* scale, uint8_t const* zero, float* y) noexcept;

} // namespace tenon::cpu

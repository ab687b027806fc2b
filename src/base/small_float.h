// SPDX-License-Identifier: Apache-2.0
// Float types of four and eight bits as storage types: code to float, which is exact, and float to the nearest code,
// halves to even. The rules for what does not fit are those of ONNX's Cast. e8m0 holds powers of two and is only read.
#pragma once

#include "base/dtype.h"

#include <cstdint>

namespace tenon {

/// f4e2m1, f8e4m3, f8e5m2 and their fnuz forms: what roundSmall writes.
bool isSmallFloat(DType type) noexcept;

/// The value of a code; `type` is a small float or e8m0. Of a four-bit type the low four bits count.
float widenSmall(DType type, uint8_t code) noexcept;

/// The code nearest to a value. Above the greatest finite value: that value, or infinity (NaN where the type has none)
/// when `saturate` is false. f4e2m1 has neither: it always saturates, and NaN becomes its greatest value.
uint8_t roundSmall(DType type, float value, bool saturate = true) noexcept;

} // namespace tenon

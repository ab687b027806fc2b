// SPDX-License-Identifier: Apache-2.0
#include "base/small_float.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tenon {
namespace {

constexpr int kNone = -1;

/// A code is a sign bit above the magnitude: exponent, then mantissa. Magnitudes grow with the values.
struct Format {
    DType type;
    int exponentBits, mantissaBits, bias;
    int greatest; ///< magnitude of the greatest finite value
    int infinity; ///< magnitude, or kNone
    int nan;      ///< magnitude, or kNone; of a fnuz type the whole code, which would else be -0
    bool fnuz;    ///< no -0, no infinity, one NaN

    int signBit() const noexcept { return 1 << (exponentBits + mantissaBits); }
};

constexpr Format kFormats[] = {
    {DType::kF8E4M3, 4, 3, 7, 0x7e, kNone, 0x7f, false},    {DType::kF8E5M2, 5, 2, 15, 0x7b, 0x7c, 0x7e, false},
    {DType::kF8E4M3Fnuz, 4, 3, 8, 0x7f, kNone, 0x80, true}, {DType::kF8E5M2Fnuz, 5, 2, 16, 0x7f, kNone, 0x80, true},
    {DType::kF4E2M1, 2, 1, 1, 0x7, kNone, kNone, false},
};

Format const* formatOf(DType type) noexcept {
    for (Format const& f : kFormats)
        if (f.type == type)
            return &f;
    return nullptr;
}

float powerOfTwo(uint8_t code) noexcept {
    return code == 0xff ? std::numeric_limits<float>::quiet_NaN() : std::ldexp(1.0f, code - 127);
}

/// Magnitude of the nearest finite value were there no greatest one; `value` is finite and not negative.
int nearest(Format const& f, float value) noexcept {
    constexpr float kFar = 0x1p20f; // beyond every type's range
    int const least = 1 - f.bias;   // exponent of the least normal value, and of the subnormal ones
    float const bounded = std::min(value, kFar);
    int const exponent = bounded == 0 ? least : std::max(std::ilogb(bounded), least);
    auto const steps = static_cast<int>(std::nearbyint(std::ldexp(bounded, f.mantissaBits - exponent)));
    return ((exponent - least) << f.mantissaBits) + steps; // a carry in steps moves on to the next exponent
}

} // namespace

bool isSmallFloat(DType type) noexcept {
    return formatOf(type) != nullptr;
}

float widenSmall(DType type, uint8_t code) noexcept {
    if (type == DType::kE8M0)
        return powerOfTwo(code);
    Format const& f = *formatOf(type);
    int const magnitude = code & (f.signBit() - 1);
    bool const negative = (code & f.signBit()) != 0;
    if (f.fnuz ? code == f.nan : magnitude > f.greatest && magnitude != f.infinity)
        return std::numeric_limits<float>::quiet_NaN();
    if (magnitude == f.infinity)
        return negative ? -std::numeric_limits<float>::infinity() : std::numeric_limits<float>::infinity();
    int const exponent = magnitude >> f.mantissaBits, mantissa = magnitude & ((1 << f.mantissaBits) - 1);
    int const steps = exponent == 0 ? mantissa : mantissa | (1 << f.mantissaBits);
    float const value = std::ldexp(static_cast<float>(steps), std::max(exponent, 1) - f.bias - f.mantissaBits);
    return negative ? -value : value;
}

uint8_t roundSmall(DType type, float value, bool saturate) noexcept {
    Format const& f = *formatOf(type);
    int const sign = std::signbit(value) ? f.signBit() : 0;
    if (std::isnan(value))
        return static_cast<uint8_t>(f.nan == kNone ? f.greatest : (f.fnuz ? f.nan : sign | f.nan));
    int const magnitude = nearest(f, std::fabs(value));
    if (magnitude <= f.greatest && !std::isinf(value))
        return static_cast<uint8_t>(magnitude == 0 && f.fnuz ? 0 : sign | magnitude);
    if (saturate || f.nan == kNone)
        return static_cast<uint8_t>(sign | f.greatest);
    if (f.fnuz)
        return static_cast<uint8_t>(f.nan);
    return static_cast<uint8_t>(sign | (f.infinity != kNone ? f.infinity : f.nan));
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// float16 and bfloat16 as storage types: convert to float, compute there, round to nearest even on the way back.
#pragma once

#include "base/dtype.h"

#include <bit>
#include <cstdint>

namespace tenon {

struct Half {
    uint16_t bits = 0;
    Half() = default;
    explicit Half(float value) noexcept : bits(round(value)) {}
    operator float() const noexcept { return widen(bits); }
    static uint16_t round(float value) noexcept;
    static float widen(uint16_t bits) noexcept;
};

struct BFloat16 {
    uint16_t bits = 0;
    BFloat16() = default;
    explicit BFloat16(float value) noexcept {
        uint32_t const u = std::bit_cast<uint32_t>(value);
        bool const nan = (u & 0x7fffffffu) > 0x7f800000u;
        bits = static_cast<uint16_t>(nan ? (u >> 16) | 0x40u : (u + 0x7fffu + ((u >> 16) & 1u)) >> 16);
    }
    operator float() const noexcept { return std::bit_cast<float>(uint32_t{bits} << 16); }
};

inline float Half::widen(uint16_t h) noexcept {
    uint32_t const sign = uint32_t{h & 0x8000u} << 16;
    uint32_t const exponent = (h >> 10) & 31u;
    uint32_t const mantissa = h & 0x3ffu;
    if (exponent == 31)
        return std::bit_cast<float>(sign | 0x7f800000u | (mantissa << 13));
    if (exponent != 0)
        return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
    float const tiny = static_cast<float>(mantissa) * 0x1p-24f; // subnormal: exact in float
    return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(tiny));
}

inline uint16_t Half::round(float value) noexcept {
    uint32_t const u = std::bit_cast<uint32_t>(value);
    uint32_t const sign = (u >> 16) & 0x8000u;
    uint32_t const magnitude = u & 0x7fffffffu;
    if (magnitude > 0x7f800000u)
        return static_cast<uint16_t>(sign | 0x7e00u | ((magnitude >> 13) & 0x3ffu));
    if (magnitude >= 0x477ff000u) // 65520 and above round to infinity
        return static_cast<uint16_t>(sign | 0x7c00u);
    if (magnitude < 0x38800000u) { // below 2^-14: adding 0.5 aligns the mantissa to 2^-24 and rounds to even
        float const aligned = std::bit_cast<float>(magnitude) + 0.5f;
        return static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(aligned) - 0x3f000000u));
    }
    uint32_t const rounded = magnitude + 0xfffu + ((magnitude >> 13) & 1u);
    return static_cast<uint16_t>(sign | ((rounded - 0x38000000u) >> 13));
}

template <>
struct DTypeOf<float> {
    static constexpr DType value = DType::kF32;
};
template <>
struct DTypeOf<double> {
    static constexpr DType value = DType::kF64;
};
template <>
struct DTypeOf<Half> {
    static constexpr DType value = DType::kF16;
};
template <>
struct DTypeOf<BFloat16> {
    static constexpr DType value = DType::kBF16;
};
template <>
struct DTypeOf<bool> {
    static constexpr DType value = DType::kBool;
};
template <>
struct DTypeOf<int8_t> {
    static constexpr DType value = DType::kI8;
};
template <>
struct DTypeOf<int16_t> {
    static constexpr DType value = DType::kI16;
};
template <>
struct DTypeOf<int32_t> {
    static constexpr DType value = DType::kI32;
};
template <>
struct DTypeOf<int64_t> {
    static constexpr DType value = DType::kI64;
};
template <>
struct DTypeOf<uint8_t> {
    static constexpr DType value = DType::kU8;
};
template <>
struct DTypeOf<uint16_t> {
    static constexpr DType value = DType::kU16;
};
template <>
struct DTypeOf<uint32_t> {
    static constexpr DType value = DType::kU32;
};
template <>
struct DTypeOf<uint64_t> {
    static constexpr DType value = DType::kU64;
};

/// Calls fn with a value of the C++ type that stores `type`; false when that type has none (four-bit, eight-bit floats,
/// strings).
template <class F>
bool withType(DType type, F&& fn) {
    switch (type) {
    case DType::kF32:
        fn(float{});
        return true;
    case DType::kF64:
        fn(double{});
        return true;
    case DType::kF16:
        fn(Half{});
        return true;
    case DType::kBF16:
        fn(BFloat16{});
        return true;
    case DType::kBool:
        fn(bool{});
        return true;
    case DType::kI8:
        fn(int8_t{});
        return true;
    case DType::kI16:
        fn(int16_t{});
        return true;
    case DType::kI32:
        fn(int32_t{});
        return true;
    case DType::kI64:
        fn(int64_t{});
        return true;
    case DType::kU8:
        fn(uint8_t{});
        return true;
    case DType::kU16:
        fn(uint16_t{});
        return true;
    case DType::kU32:
        fn(uint32_t{});
        return true;
    case DType::kU64:
        fn(uint64_t{});
        return true;
    default:
        return false;
    }
}

} // namespace tenon

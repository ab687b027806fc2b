// SPDX-License-Identifier: Apache-2.0
// The named functions of table.inc for scalars of type float, double, int32_t, int64_t, uint32_t, uint64_t and bool,
// and the rows made of them: NAME_row::call(x, ...). Integers wrap without undefined behaviour. (Narrower types are
// computed in these and narrowed after.)
#pragma once

#include "base/dtype.h"

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace tenon::ops::pointwise::scalar {

template <class T>
concept Float = std::is_floating_point_v<T>;
template <class T>
concept Integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;
template <class T>
concept Number = Float<T> || Integer<T>;

template <class T>
constexpr T num(T, double value) {
    return static_cast<T>(value);
}
template <Float T>
T infinity(T) {
    return std::numeric_limits<T>::infinity();
}

template <Integer T>
constexpr std::make_unsigned_t<T> bits(T x) {
    return static_cast<std::make_unsigned_t<T>>(x);
}

template <Number T>
T add(T x, T y) {
    if constexpr (Integer<T>)
        return static_cast<T>(bits(x) + bits(y));
    else
        return x + y;
}
template <Number T>
T sub(T x, T y) {
    if constexpr (Integer<T>)
        return static_cast<T>(bits(x) - bits(y));
    else
        return x - y;
}
template <Number T>
T mul(T x, T y) {
    if constexpr (Integer<T>)
        return static_cast<T>(bits(x) * bits(y));
    else
        return x * y;
}
template <Number T>
T neg(T x) {
    if constexpr (Integer<T>)
        return static_cast<T>(0 - bits(x));
    else
        return -x;
}
template <Number T>
T abs(T x) {
    if constexpr (Float<T>)
        return std::fabs(x);
    else if constexpr (std::is_signed_v<T>)
        return x < 0 ? neg(x) : x;
    else
        return x;
}
template <Number T>
T div(T x, T y) {
    if constexpr (Float<T>) {
        return x / y;
    } else {
        if (y == 0)
            return 0;
        if constexpr (std::is_signed_v<T>)
            if (y == -1)
                return neg(x); // the quotient of the least number and -1 does not fit: it wraps
        return x / y;
    }
}
template <Number T>
T fmod(T x, T y) {
    if constexpr (Float<T>) {
        return std::fmod(x, y);
    } else {
        if (y == 0)
            return 0;
        if constexpr (std::is_signed_v<T>)
            if (y == -1)
                return 0;
        return x % y;
    }
}
template <Number T>
T floor_mod(T x, T y) {
    T const r = fmod(x, y);
    if constexpr (std::is_signed_v<T>)
        return r != 0 && (r < 0) != (y < 0) ? add(r, y) : r;
    else
        return r;
}
template <Number T>
T sign(T x) {
    if constexpr (std::is_signed_v<T> || Float<T>)
        return x > 0 ? T(1) : (x < 0 ? T(-1) : x);
    else
        return x > 0 ? T(1) : T(0);
}
template <Number T>
T min_nan(T x, T y) {
    if constexpr (Float<T>)
        if (std::isnan(x))
            return x;
    return x < y ? x : y;
}
template <Number T>
T max_nan(T x, T y) {
    if constexpr (Float<T>)
        if (std::isnan(x))
            return x;
    return x > y ? x : y;
}
template <Number T>
T pow(T x, T y) {
    if constexpr (Float<T>) {
        return std::pow(x, y);
    } else {
        if constexpr (std::is_signed_v<T>)
            if (y < 0)
                return x == 1 ? T(1) : (x == -1 ? (y % 2 == 0 ? T(1) : T(-1)) : T(0));
        T result = 1;
        for (auto n = bits(y); n != 0; n >>= 1) {
            if ((n & 1) != 0)
                result = mul(result, x);
            x = mul(x, x);
        }
        return result;
    }
}

template <Float T>
T fma(T x, T y, T z) {
    return std::fma(x, y, z);
}
template <Float T>
T sqrt(T x) {
    return std::sqrt(x);
}
template <Float T>
T ceil(T x) {
    return std::ceil(x);
}
template <Float T>
T floor(T x) {
    return std::floor(x);
}
template <Float T>
T rint(T x) {
    return std::nearbyint(x);
} // the rounding mode is never changed
template <Float T>
T exp(T x) {
    return std::exp(x);
}
template <Float T>
T expm1(T x) {
    return std::expm1(x);
}
template <Float T>
T log(T x) {
    return std::log(x);
}
template <Float T>
T log1p(T x) {
    return std::log1p(x);
}
template <Float T>
T sin(T x) {
    return std::sin(x);
}
template <Float T>
T cos(T x) {
    return std::cos(x);
}
template <Float T>
T tan(T x) {
    return std::tan(x);
}
template <Float T>
T asin(T x) {
    return std::asin(x);
}
template <Float T>
T acos(T x) {
    return std::acos(x);
}
template <Float T>
T atan(T x) {
    return std::atan(x);
}
template <Float T>
T sinh(T x) {
    return std::sinh(x);
}
template <Float T>
T cosh(T x) {
    return std::cosh(x);
}
template <Float T>
T tanh(T x) {
    return std::tanh(x);
}
template <Float T>
T asinh(T x) {
    return std::asinh(x);
}
template <Float T>
T acosh(T x) {
    return std::acosh(x);
}
template <Float T>
T atanh(T x) {
    return std::atanh(x);
}
template <Float T>
T erf(T x) {
    return std::erf(x);
}
template <Float T>
T normcdf(T x) {
    return T(0.5) * std::erfc(x * T(-0.70710678118654752440));
}

template <class T>
bool eq(T x, T y) {
    return x == y;
}
template <class T>
bool ne(T x, T y) {
    return x != y;
}
template <Number T>
bool lt(T x, T y) {
    return x < y;
}
template <Number T>
bool le(T x, T y) {
    return x <= y;
}
template <Number T>
bool gt(T x, T y) {
    return x > y;
}
template <Number T>
bool ge(T x, T y) {
    return x >= y;
}
template <class T>
T select(bool x, T y, T z) {
    return x ? y : z;
}
inline bool both(bool x, bool y) {
    return x && y;
}
inline bool either(bool x, bool y) {
    return x || y;
}

template <Integer T>
T bits_not(T x) {
    return static_cast<T>(~bits(x));
}
template <Integer T>
T bits_and(T x, T y) {
    return static_cast<T>(bits(x) & bits(y));
}
template <Integer T>
T bits_or(T x, T y) {
    return static_cast<T>(bits(x) | bits(y));
}
template <Integer T>
T bits_xor(T x, T y) {
    return static_cast<T>(bits(x) ^ bits(y));
}
template <Integer T>
T bits_left(T x, T y) {
    return bits(y) < 8 * sizeof(T) ? static_cast<T>(bits(x) << bits(y)) : T(0);
}
template <Integer T>
T bits_right(T x, T y) {
    if (bits(y) < 8 * sizeof(T))
        return static_cast<T>(x >> bits(y));
    return x < T(0) ? static_cast<T>(~T(0)) : T(0);
}

/// A number as another type, by the rule of row "cast". To is one of this file's types or a narrower integer.
template <class To, class From>
To convert(From x) {
    if constexpr (std::is_same_v<To, bool>) {
        return x != From(0);
    } else if constexpr (Float<From> && Integer<To>) {
        constexpr From kEnd = From(std::numeric_limits<To>::max() / 2 + 1) * 2; // a power of two: exact
        if (std::isnan(x))
            return 0;
        if (x >= kEnd)
            return std::numeric_limits<To>::max();
        if (x <= From(std::numeric_limits<To>::min()))
            return std::numeric_limits<To>::min();
        return static_cast<To>(x);
    } else {
        return static_cast<To>(x);
    }
}

/// The rows as types with one function: sigmoid_row::call(x).
#define TENON_ROW1(name, rule, classes, text)                                                                          \
    struct name##_row {                                                                                                \
        template <class X>                                                                                             \
        static auto call(X x) {                                                                                        \
            return text;                                                                                               \
        }                                                                                                              \
    };
#define TENON_ROW2(name, rule, classes, text)                                                                          \
    struct name##_row {                                                                                                \
        template <class X>                                                                                             \
        static auto call(X x, X y) {                                                                                   \
            return text;                                                                                               \
        }                                                                                                              \
    };
#define TENON_ROW3(name, rule, classes, text)                                                                          \
    struct name##_row {                                                                                                \
        template <class X, class Y>                                                                                    \
        static auto call(X x, Y y, Y z) {                                                                              \
            return text;                                                                                               \
        }                                                                                                              \
    };
#include "ops/pointwise/table.inc"
#undef TENON_ROW1
#undef TENON_ROW2
#undef TENON_ROW3

} // namespace tenon::ops::pointwise::scalar

// SPDX-License-Identifier: Apache-2.0
// Elementary functions of fp32 vectors, compiled once per instruction set; within 4 units in the last place of the true
// value for every argument (most within 2), with IEEE results for NaN, infinities, zeros and subnormal numbers.
// Here are those that networks use most, computed in fp32; simd_wide_math_inl.h has the others. Coefficients are
// minimax fits made for this file. d is the tag of the vectors.
#if defined(TENON_CPU_SIMD_MATH_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TENON_CPU_SIMD_MATH_INL_H
#undef TENON_CPU_SIMD_MATH_INL_H
#else
#define TENON_CPU_SIMD_MATH_INL_H
#endif

#include <cstdint>
#include <limits>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace tenon::cpu {
namespace HWY_NAMESPACE {
namespace math {

namespace hn = hwy::HWY_NAMESPACE;

/// c[kFirst] + x * (c[kFirst + 1] + x * (...)).
template <size_t kFirst = 0, class D, class T, size_t N>
HWY_INLINE hn::Vec<D> polynomial(D d, hn::Vec<D> x, T const (&c)[N]) {
    if constexpr (kFirst + 1 == N)
        return hn::Set(d, c[kFirst]);
    else
        return hn::MulAdd(polynomial<kFirst + 1>(d, x, c), x, hn::Set(d, c[kFirst]));
}

/// The parts of e^(x + rest) = 2^k * (1 + r + r^2 P(r)), |r| <= ln(2)/2, for |x| <= 104 and a small rest.
template <class D>
struct ExpParts {
    hn::Vec<hn::RebindToSigned<D>> k;
    hn::Vec<D> r;
};

template <class D>
HWY_INLINE ExpParts<D> expParts(D d, hn::Vec<D> x, hn::Vec<D> rest) {
    auto const k = hn::Round(hn::Mul(x, hn::Set(d, 0x1.715476p+0f)));
    // ln(2) in two parts, the first with few digits: k times it is exact.
    auto r = hn::NegMulAdd(k, hn::Set(d, 0x1.63p-1f), x);
    r = hn::NegMulAdd(k, hn::Set(d, -0x1.bd0106p-13f), r);
    return {hn::ConvertTo(hn::RebindToSigned<D>(), k), hn::Add(r, rest)};
}

/// 2^k for -126 <= k <= 127.
template <class D>
HWY_INLINE hn::Vec<D> powerOfTwo(D d, hn::Vec<hn::RebindToSigned<D>> k) {
    constexpr hn::RebindToSigned<D> di;
    return hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(k, hn::Set(di, 127))));
}

/// e^(x + rest) for -104 <= x <= 89, subnormal results included; NaN gives any number.
template <class D>
HWY_INLINE hn::Vec<D> expBounded(D d, hn::Vec<D> x, hn::Vec<D> rest) {
    static constexpr float kP[] = {0x1.fffffcp-2f, 0x1.55548ap-3f, 0x1.555916p-5f, 0x1.123fc6p-7f, 0x1.6a1a72p-10f};
    auto const parts = expParts(d, x, rest);
    auto const r = parts.r;
    auto const p = hn::Add(hn::MulAdd(hn::Mul(r, r), polynomial(d, r, kP), r), hn::Set(d, 1.0f));
    auto const half = hn::ShiftRight<1>(parts.k); // in two steps: 2^k itself may be out of range
    return hn::Mul(hn::Mul(p, powerOfTwo(d, half)), powerOfTwo(d, hn::Sub(parts.k, half)));
}

/// x where it is NaN, else y.
template <class D>
HWY_INLINE hn::Vec<D> keepNaN(D, hn::Vec<D> x, hn::Vec<D> y) {
    return hn::IfThenElse(hn::IsNaN(x), x, y);
}

template <class D>
HWY_INLINE hn::Vec<D> exp(D d, hn::Vec<D> x) {
    auto const bounded = hn::Min(hn::Max(x, hn::Set(d, -104.0f)), hn::Set(d, 89.0f));
    return keepNaN(d, x, expBounded(d, bounded, hn::Zero(d)));
}

template <class D>
HWY_INLINE hn::Vec<D> expm1(D d, hn::Vec<D> x) {
    static constexpr float kP[] = {0.5f,           0x1.555556p-3f,  0x1.5554a8p-5f,
                                   0x1.11108ap-7f, 0x1.6d7b7cp-10f, 0x1.a1a93p-13f};
    auto const bounded = hn::Min(hn::Max(x, hn::Set(d, -30.0f)), hn::Set(d, 89.0f));
    auto const parts = expParts(d, bounded, hn::Zero(d));
    auto const r = parts.r;
    auto const q = hn::MulAdd(hn::Mul(r, r), polynomial(d, r, kP), r);
    // 2^k q + (2^k - 1) with half of 2^k, which is always a number.
    auto const half = powerOfTwo(d, hn::Sub(parts.k, hn::Set(hn::RebindToSigned<D>(), 1)));
    auto const sum = hn::MulAdd(half, q, hn::Sub(half, hn::Set(d, 0.5f)));
    return keepNaN(d, x, hn::Add(sum, sum));
}

template <class D>
HWY_INLINE hn::Vec<D> log(D d, hn::Vec<D> x) {
    static constexpr float kP[] = {0x1.555546p-2f,  -0x1.000006p-2f, 0x1.99a4f6p-3f,  -0x1.555cccp-3f, 0x1.23322cp-3f,
                                   -0x1.fc07c2p-4f, 0x1.e72884p-4f,  -0x1.defffep-4f, 0x1.14ca44p-4f};
    constexpr hn::RebindToSigned<D> di;
    auto const tiny = hn::Lt(x, hn::Set(d, std::numeric_limits<float>::min()));
    auto const scaled = hn::IfThenElse(tiny, hn::Mul(x, hn::Set(d, 0x1p25f)), x);
    // x = 2^e m with sqrt(1/2) <= m < sqrt(2).
    auto const root = hn::Set(di, 0x3f3504f3);
    auto const bits = hn::BitCast(di, scaled);
    auto const exponent = hn::ShiftRight<23>(hn::Sub(bits, root));
    auto const m = hn::BitCast(d, hn::Sub(bits, hn::ShiftLeft<23>(exponent)));
    auto const e = hn::Sub(hn::ConvertTo(d, exponent), hn::IfThenElseZero(tiny, hn::Set(d, 25.0f)));
    auto const f = hn::Sub(m, hn::Set(d, 1.0f));
    auto const square = hn::Mul(f, f);
    auto low = hn::Mul(hn::Mul(square, f), polynomial(d, f, kP));
    low = hn::MulAdd(e, hn::Set(d, -0x1.bd0106p-13f), low);
    low = hn::NegMulAdd(square, hn::Set(d, 0.5f), low);
    auto const result = hn::MulAdd(e, hn::Set(d, 0x1.63p-1f), hn::Add(f, low));
    auto const infinity = hn::Set(d, std::numeric_limits<float>::infinity());
    auto const special =
        hn::IfThenElse(hn::Eq(x, hn::Zero(d)), hn::Neg(infinity), hn::Set(d, std::numeric_limits<float>::quiet_NaN()));
    return hn::IfThenElse(hn::Gt(x, hn::Zero(d)), hn::IfThenElse(hn::Eq(x, infinity), x, result), special);
}

/// log of the rounded sum u = 1 + x, and a correction for what the rounding lost.
template <class D>
HWY_INLINE hn::Vec<D> log1p(D d, hn::Vec<D> x) {
    auto const one = hn::Set(d, 1.0f);
    auto const u = hn::Add(one, x);
    auto const whole = log(d, u);
    auto const lost = hn::Div(hn::Sub(x, hn::Sub(u, one)), u);
    auto const plain = hn::Or(hn::Eq(u, hn::Zero(d)), hn::Eq(u, hn::Set(d, std::numeric_limits<float>::infinity())));
    return hn::IfThenElse(plain, whole, hn::Add(whole, lost));
}

template <class D>
HWY_INLINE hn::Vec<D> tanh(D d, hn::Vec<D> x) {
    static constexpr float kP[] = {-0x1.55553ep-2f, 0x1.1109dcp-3f, -0x1.b89edap-5f, 0x1.54e018p-6f, -0x1.830bf4p-8f};
    auto const a = hn::Abs(x);
    auto const square = hn::Mul(a, a);
    auto const near = hn::MulAdd(hn::Mul(a, square), polynomial(d, square, kP), a);
    auto const twice = hn::Min(hn::Add(a, a), hn::Set(d, 20.0f));
    auto const one = hn::Set(d, 1.0f);
    auto const far = hn::Sub(one, hn::Div(hn::Set(d, 2.0f), hn::Add(expBounded(d, twice, hn::Zero(d)), one)));
    return keepNaN(d, x, hn::CopySignToAbs(hn::IfThenElse(hn::Lt(a, hn::Set(d, 0.6f)), near, far), x));
}

/// The normal distribution function at -a, divided by e^(-a^2 / 2), for 0 <= a <= 14.4.
template <class D>
HWY_INLINE hn::Vec<D> normalTail(D d, hn::Vec<D> a) {
    static constexpr float kP[] = {0x1.82b4bcp-1f,  -0x1.373e38p-1f, 0x1.8c6d9ep-2f,  -0x1.7dfffap-3f,
                                   0x1.eed427p-5f,  -0x1.ed31b6p-8f, -0x1.cc75bep-9f, 0x1.9ba348p-10f,
                                   0x1.7a3bd8p-13f, -0x1.13c88cp-13f};
    auto const four = hn::Set(d, 4.0f);
    auto const scale = hn::Div(hn::Set(d, 1.0f), hn::Add(a, four));
    return hn::Mul(polynomial(d, hn::Mul(hn::Sub(a, four), scale), kP), scale);
}

/// The normal distribution function.
template <class D>
HWY_INLINE hn::Vec<D> normcdf(D d, hn::Vec<D> x) {
    auto const a = hn::Min(hn::Abs(x), hn::Set(d, 14.4f));
    // a^2 exactly: the upper half of a's digits squared, and the rest.
    constexpr hn::RebindToUnsigned<D> du;
    auto const upper = hn::BitCast(d, hn::And(hn::BitCast(du, a), hn::Set(du, 0xfffff000u)));
    auto const half = hn::Set(d, -0.5f);
    auto const rest = hn::Mul(half, hn::Mul(hn::Sub(a, upper), hn::Add(a, upper)));
    auto const tail = hn::Mul(normalTail(d, a), expBounded(d, hn::Mul(half, hn::Mul(upper, upper)), rest));
    return keepNaN(d, x, hn::IfThenElse(hn::Lt(x, hn::Zero(d)), tail, hn::Sub(hn::Set(d, 1.0f), tail)));
}

template <class D>
HWY_INLINE hn::Vec<D> erf(D d, hn::Vec<D> x) {
    static constexpr float kP[] = {0x1.20dd74p+0f, -0x1.81273ep-2f,  0x1.ce2d2p-4f,  -0x1.b7fbb4p-6f,
                                   0x1.5419f4p-8f, -0x1.a485e4p-11f, 0x1.4ae4b8p-14f};
    auto const a = hn::Min(hn::Abs(x), hn::Set(d, 4.0f));
    auto const square = hn::Mul(a, a);
    auto const near = hn::Mul(a, polynomial(d, square, kP));
    auto const tail =
        hn::Mul(normalTail(d, hn::Mul(a, hn::Set(d, 0x1.6a09e6p+0f))), expBounded(d, hn::Neg(square), hn::Zero(d)));
    auto const far = hn::Sub(hn::Set(d, 1.0f), hn::Add(tail, tail));
    return keepNaN(d, x, hn::CopySignToAbs(hn::IfThenElse(hn::Lt(a, hn::Set(d, 1.0f)), near, far), x));
}

} // namespace math
} // namespace HWY_NAMESPACE
} // namespace tenon::cpu
HWY_AFTER_NAMESPACE();

#endif // per-target guard

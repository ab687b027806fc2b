// SPDX-License-Identifier: Apache-2.0
// The elementary functions of simd_math_inl.h that are seldom used: by way of fp64, half a vector at a time, where
// short formulas have digits to spare. Within 1 unit in the last place (pow: 1.5).
#if defined(TENON_CPU_SIMD_WIDE_MATH_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TENON_CPU_SIMD_WIDE_MATH_INL_H
#undef TENON_CPU_SIMD_WIDE_MATH_INL_H
#else
#define TENON_CPU_SIMD_WIDE_MATH_INL_H
#endif

#include <cmath>
#include <cstdint>
#include <limits>

#include "backend/cpu/simd_math_inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace tenon::cpu {
namespace HWY_NAMESPACE {
namespace math {

/// f over the fp64 numbers of the lower half of x, and of the upper half, rounded. f takes a tag and a vector of each
/// argument.
template <class D, class F, class... X>
HWY_INLINE hn::Vec<D> halves(D d, F const& f, X... x) {
#if HWY_TARGET == HWY_SCALAR
    constexpr hn::Rebind<double, D> dd;
    return hn::DemoteTo(d, f(dd, hn::PromoteTo(dd, x)...));
#else
    constexpr hn::Half<D> dh;
    constexpr hn::Repartition<double, D> dd;
    auto const low = hn::DemoteTo(dh, f(dd, hn::PromoteTo(dd, hn::LowerHalf(dh, x))...));
    auto const high = hn::DemoteTo(dh, f(dd, hn::PromoteTo(dd, hn::UpperHalf(dh, x))...));
    return hn::Combine(d, high, low);
#endif
}

/// The same for a function of one argument; NaN stays.
template <class D, class F>
HWY_INLINE hn::Vec<D> viaDouble(D d, hn::Vec<D> x, F const& f) {
    return keepNaN(d, x, halves(d, f, x));
}

/// A whole number between -2^51 and 2^51 near x, and its bits modulo 2^51.
template <class DD>
struct Whole {
    hn::Vec<DD> value;
    hn::Vec<hn::RebindToUnsigned<DD>> bits;
};
template <class DD>
HWY_INLINE Whole<DD> whole(DD dd, hn::Vec<DD> x) {
    constexpr hn::RebindToUnsigned<DD> du;
    auto const magic = hn::Set(dd, 0x1.8p52);
    auto const sum = hn::Add(x, magic);
    return {hn::Sub(sum, magic), hn::Sub(hn::BitCast(du, sum), hn::BitCast(du, magic))};
}

/// e^x, relative error below 1e-11; x is cut to [-300, 300].
template <class DD>
HWY_INLINE hn::Vec<DD> expWide(DD dd, hn::Vec<DD> x) {
    static constexpr double kP[] = {1.0,       1.0,       1.0 / 2,    1.0 / 6,     1.0 / 24,
                                    1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320, 1.0 / 362880};
    constexpr hn::RebindToUnsigned<DD> du;
    x = hn::Min(hn::Max(x, hn::Set(dd, -300.0)), hn::Set(dd, 300.0));
    auto const k = whole(dd, hn::Mul(x, hn::Set(dd, 0x1.71547652b82fep+0)));
    auto r = hn::NegMulAdd(k.value, hn::Set(dd, 0x1.62e42fefa0000p-1), x);
    r = hn::NegMulAdd(k.value, hn::Set(dd, 0x1.cf79abc9e3b3ap-40), r);
    auto const scale = hn::BitCast(dd, hn::ShiftLeft<52>(hn::Add(k.bits, hn::Set(du, uint64_t{1023}))));
    return hn::Mul(polynomial(dd, r, kP), scale);
}

/// log(x), relative error below 1e-11, for x that are no subnormal numbers of fp64.
template <class DD>
HWY_INLINE hn::Vec<DD> logWide(DD dd, hn::Vec<DD> x) {
    static constexpr double kP[] = {1.0, 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15};
    constexpr hn::RebindToUnsigned<DD> du;
    auto const one = hn::Set(dd, 1.0);
    // x = 2^e m with sqrt(1/2) <= m < sqrt(2); the biased exponent becomes a number through the bits of 2^52.
    auto const bits = hn::BitCast(du, x);
    auto const biased =
        hn::ShiftRight<52>(hn::Add(bits, hn::Set(du, uint64_t{0x3ff0000000000000} - uint64_t{0x3fe6a09e667f3bcd})));
    auto const e =
        hn::Sub(hn::BitCast(dd, hn::Or(biased, hn::Set(du, uint64_t{0x4330000000000000}))), hn::Set(dd, 0x1p52 + 1023));
    auto const m = hn::BitCast(dd, hn::Sub(bits, hn::ShiftLeft<52>(hn::Sub(biased, hn::Set(du, uint64_t{1023})))));
    auto const s = hn::Div(hn::Sub(m, one), hn::Add(m, one)); // log(m) = 2 atanh(s)
    auto const near = hn::Mul(hn::Add(s, s), polynomial(dd, hn::Mul(s, s), kP));
    auto const result = hn::MulAdd(e, hn::Set(dd, 0x1.62e42fefa39efp-1), near);
    auto const infinity = hn::Set(dd, std::numeric_limits<double>::infinity());
    auto const special = hn::IfThenElse(hn::Eq(x, hn::Zero(dd)), hn::Neg(infinity),
                                        hn::Set(dd, std::numeric_limits<double>::quiet_NaN()));
    return hn::IfThenElse(hn::Gt(x, hn::Zero(dd)), hn::IfThenElse(hn::Eq(x, infinity), x, result), special);
}

/// atan(x) through two reductions to |t| <= tan(pi / 8).
template <class DD>
HWY_INLINE hn::Vec<DD> atanWide(DD dd, hn::Vec<DD> x) {
    static constexpr double kP[] = {1.0,       -1.0 / 3, 1.0 / 5,   -1.0 / 7, 1.0 / 9,   -1.0 / 11, 1.0 / 13,
                                    -1.0 / 15, 1.0 / 17, -1.0 / 19, 1.0 / 21, -1.0 / 23, 1.0 / 25};
    auto const one = hn::Set(dd, 1.0);
    auto const a = hn::Abs(x);
    auto const big = hn::Gt(a, one);
    auto t = hn::IfThenElse(big, hn::Div(one, a), a);
    auto const middle = hn::Gt(t, hn::Set(dd, 0x1.a827999fcef32p-2));
    t = hn::IfThenElse(middle, hn::Div(hn::Sub(t, one), hn::Add(t, one)), t);
    auto angle = hn::Mul(t, polynomial(dd, hn::Mul(t, t), kP));
    angle = hn::Add(angle, hn::IfThenElseZero(middle, hn::Set(dd, 0x1.921fb54442d18p-1)));
    angle = hn::IfThenElse(big, hn::Sub(hn::Set(dd, 0x1.921fb54442d18p+0), angle), angle);
    return hn::CopySignToAbs(angle, x);
}

/// sin and cos of x for |x| <= 10^6.
template <class DD>
HWY_INLINE void sinCosWide(DD dd, hn::Vec<DD> x, hn::Vec<DD>& sine, hn::Vec<DD>& cosine) {
    static constexpr double kS[] = {-1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800};
    static constexpr double kC[] = {-1.0 / 2, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600};
    constexpr hn::RebindToUnsigned<DD> du;
    auto const n = whole(dd, hn::Mul(x, hn::Set(dd, 0x1.45f306dc9c883p-1)));
    // pi / 2 in parts of 33 digits: n times the first two is exact.
    auto r = hn::NegMulAdd(n.value, hn::Set(dd, 0x1.921fb544p+0), x);
    r = hn::NegMulAdd(n.value, hn::Set(dd, 0x1.0b4611a6p-34), r);
    r = hn::NegMulAdd(n.value, hn::Set(dd, 0x1.3198a2e037073p-69), r);
    auto const square = hn::Mul(r, r);
    auto const s = hn::MulAdd(hn::Mul(r, square), polynomial(dd, square, kS), r);
    auto const c = hn::MulAdd(square, polynomial(dd, square, kC), hn::Set(dd, 1.0));
    auto const odd = hn::MaskFromVec(hn::BitCast(dd, hn::Sub(hn::Zero(du), hn::And(n.bits, hn::Set(du, uint64_t{1})))));
    // The sign of the sine is bit 1 of n; that of the cosine, bit 1 of n + 1.
    auto const sign = [&](uint64_t turn) HWY_ATTR {
        return hn::BitCast(dd,
                           hn::ShiftLeft<62>(hn::And(hn::Add(n.bits, hn::Set(du, turn)), hn::Set(du, uint64_t{2}))));
    };
    sine = hn::Xor(hn::IfThenElse(odd, c, s), sign(0));
    cosine = hn::Xor(hn::IfThenElse(odd, s, c), sign(1));
}

/// f(x) lane by lane with the C library, for arguments that the formulas do not reach.
template <class D, class F>
HWY_NOINLINE hn::Vec<D> byLane(D d, hn::Vec<D> x, hn::Vec<D> y, F const& f) {
    HWY_ALIGN float a[hn::MaxLanes(d)];
    HWY_ALIGN float b[hn::MaxLanes(d)];
    hn::Store(x, d, a);
    hn::Store(y, d, b);
    for (size_t i = 0; i < hn::Lanes(d); ++i)
        a[i] = f(a[i], b[i]);
    return hn::Load(d, a);
}

template <class D>
HWY_INLINE bool turnsFit(D d, hn::Vec<D> x) {
    return hn::AllTrue(d, hn::Le(hn::Abs(x), hn::Set(d, 1e6f)));
}

template <class D>
HWY_INLINE hn::Vec<D> sin(D d, hn::Vec<D> x) {
    if (HWY_UNLIKELY(!turnsFit(d, x)))
        return byLane(d, x, x, [](float v, float) { return std::sin(v); });
    return viaDouble(d, x, [](auto dd, auto v) HWY_ATTR {
        auto s = v, c = v;
        sinCosWide(dd, v, s, c);
        return s;
    });
}
template <class D>
HWY_INLINE hn::Vec<D> cos(D d, hn::Vec<D> x) {
    if (HWY_UNLIKELY(!turnsFit(d, x)))
        return byLane(d, x, x, [](float v, float) { return std::cos(v); });
    return viaDouble(d, x, [](auto dd, auto v) HWY_ATTR {
        auto s = v, c = v;
        sinCosWide(dd, v, s, c);
        return c;
    });
}
template <class D>
HWY_INLINE hn::Vec<D> tan(D d, hn::Vec<D> x) {
    if (HWY_UNLIKELY(!turnsFit(d, x)))
        return byLane(d, x, x, [](float v, float) { return std::tan(v); });
    return viaDouble(d, x, [](auto dd, auto v) HWY_ATTR {
        auto s = v, c = v;
        sinCosWide(dd, v, s, c);
        return hn::Div(s, c);
    });
}
template <class D>
HWY_INLINE hn::Vec<D> atan(D d, hn::Vec<D> x) {
    return viaDouble(d, x, [](auto dd, auto v) HWY_ATTR { return atanWide(dd, v); });
}
template <class D>
HWY_INLINE hn::Vec<D> asin(D d, hn::Vec<D> x) {
    return viaDouble(d, x, [](auto dd, auto v) HWY_ATTR {
        auto const one = hn::Set(dd, 1.0);
        return atanWide(dd, hn::Div(v, hn::Sqrt(hn::Mul(hn::Sub(one, v), hn::Add(one, v)))));
    });
}
template <class D>
HWY_INLINE hn::Vec<D> acos(D d, hn::Vec<D> x) {
    return viaDouble(d, x, [](auto dd, auto v) HWY_ATTR {
        auto const one = hn::Set(dd, 1.0);
        auto const half = atanWide(dd, hn::Sqrt(hn::Div(hn::Sub(one, v), hn::Add(one, v))));
        return hn::Add(half, half);
    });
}
template <class D>
HWY_INLINE hn::Vec<D> sinh(D d, hn::Vec<D> x) {
    return viaDouble(d, x, [](auto dd, auto v) HWY_ATTR {
        static constexpr double kP[] = {1.0, 1.0 / 6, 1.0 / 120, 1.0 / 5040};
        auto const e = expWide(dd, v);
        auto const far = hn::Mul(hn::Set(dd, 0.5), hn::Sub(e, hn::Div(hn::Set(dd, 1.0), e)));
        return hn::IfThenElse(hn::Lt(hn::Abs(v), hn::Set(dd, 0.1)), hn::Mul(v, polynomial(dd, hn::Mul(v, v), kP)), far);
    });
}
template <class D>
HWY_INLINE hn::Vec<D> cosh(D d, hn::Vec<D> x) {
    return viaDouble(d, x, [](auto dd, auto v) HWY_ATTR {
        auto const e = expWide(dd, v);
        return hn::Mul(hn::Set(dd, 0.5), hn::Add(e, hn::Div(hn::Set(dd, 1.0), e)));
    });
}
template <class D>
HWY_INLINE hn::Vec<D> asinh(D d, hn::Vec<D> x) {
    return viaDouble(d, x, [](auto dd, auto v) HWY_ATTR {
        auto const a = hn::Abs(v);
        auto const square = hn::Mul(a, a);
        auto const far = logWide(dd, hn::Add(a, hn::Sqrt(hn::Add(square, hn::Set(dd, 1.0)))));
        auto const near = hn::NegMulAdd(hn::Mul(a, square), hn::Set(dd, 1.0 / 6), a);
        return hn::CopySignToAbs(hn::IfThenElse(hn::Lt(a, hn::Set(dd, 1e-3)), near, far), v);
    });
}
template <class D>
HWY_INLINE hn::Vec<D> acosh(D d, hn::Vec<D> x) {
    return viaDouble(d, x, [](auto dd, auto v) HWY_ATTR {
        auto const one = hn::Set(dd, 1.0);
        auto const root = hn::Sqrt(hn::Mul(hn::Sub(v, one), hn::Add(v, one)));
        return hn::IfThenElse(hn::Lt(v, one), hn::Set(dd, std::numeric_limits<double>::quiet_NaN()),
                              logWide(dd, hn::Add(v, root)));
    });
}
template <class D>
HWY_INLINE hn::Vec<D> atanh(D d, hn::Vec<D> x) {
    return viaDouble(d, x, [](auto dd, auto v) HWY_ATTR {
        auto const one = hn::Set(dd, 1.0);
        auto const far = hn::Mul(hn::Set(dd, 0.5), logWide(dd, hn::Div(hn::Add(one, v), hn::Sub(one, v))));
        auto const near = hn::MulAdd(hn::Mul(v, hn::Mul(v, v)), hn::Set(dd, 1.0 / 3), v);
        return hn::IfThenElse(hn::Lt(hn::Abs(v), hn::Set(dd, 1e-3)), near, far);
    });
}

/// |x|^y by e^(y log|x|) in fp64, without the special cases.
template <class D>
HWY_INLINE hn::Vec<D> powMagnitude(D d, hn::Vec<D> x, hn::Vec<D> y) {
    auto const magnitude = [](auto dd, auto base, auto exponent) HWY_ATTR {
        // An infinite logarithm becomes a large number, so that a product with 0 is 0; 1 to any power is 1.
        auto const bound = hn::Set(dd, 1e300);
        auto const logarithm = hn::Min(hn::Max(logWide(dd, hn::Abs(base)), hn::Neg(bound)), bound);
        return expWide(dd, hn::IfThenElseZero(hn::Ne(logarithm, hn::Zero(dd)), hn::Mul(exponent, logarithm)));
    };
    return halves(d, magnitude, x, y);
}

/// Squares and cubes are products, whether the exponent is 2 for one element or for all.
template <class D>
HWY_INLINE hn::Vec<D> pow(D d, hn::Vec<D> x, hn::Vec<D> y) {
    auto const square = hn::Mul(x, x);
    auto const isTwo = hn::Eq(y, hn::Set(d, 2.0f)), isThree = hn::Eq(y, hn::Set(d, 3.0f));
    auto const product = hn::IfThenElse(isTwo, square, hn::Mul(square, x));
    auto const byProduct = hn::Or(isTwo, isThree);
    if (hn::AllTrue(d, byProduct))
        return product;
    auto const zero = hn::Zero(d), one = hn::Set(d, 1.0f),
               infinity = hn::Set(d, std::numeric_limits<float>::infinity());
    auto result = powMagnitude(d, x, y);
    auto const isWhole = hn::Eq(hn::Floor(y), y);
    auto const halfY = hn::Mul(y, hn::Set(d, 0.5f));
    auto const isOdd = hn::And(isWhole, hn::Ne(hn::Floor(halfY), halfY));
    auto const signOfX = hn::And(x, hn::Set(d, -0.0f));
    result = hn::IfThenElse(isOdd, hn::Or(result, signOfX), result);
    auto const noRoot = hn::AndNot(isWhole, hn::And(hn::Lt(x, zero), hn::Ne(x, hn::Neg(infinity))));
    result = hn::IfThenElse(noRoot, hn::Set(d, std::numeric_limits<float>::quiet_NaN()), result);
    result = keepNaN(d, y, keepNaN(d, x, result));
    result = hn::IfThenElse(hn::Or(hn::Eq(x, one), hn::Eq(y, zero)), one, result);
    return hn::IfThenElse(byProduct, product, result);
}

template <class D>
HWY_INLINE hn::Vec<D> fmod(D d, hn::Vec<D> x, hn::Vec<D> y) {
    return byLane(d, x, y, [](float a, float b) { return std::fmod(a, b); });
}

} // namespace math
} // namespace HWY_NAMESPACE
} // namespace tenon::cpu
HWY_AFTER_NAMESPACE();

#endif // per-target guard

// SPDX-License-Identifier: Apache-2.0
// The rows of the table over fp32 vectors, compiled once per instruction set, and conversions between fp32 and the half
// types.
#include "backend/cpu/simd_targets.h"
// After the list of targets.
#include "base/half.h"
#include "ops/pointwise/isa/calls.h"

#include <cstring>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/pointwise/isa/float_calls.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "backend/cpu/simd_math_inl.h"
#include "backend/cpu/simd_wide_math_inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace tenon::ops::pointwise {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
namespace math = tenon::cpu::HWY_NAMESPACE::math;

using D = hn::CappedTag<float, kRepeat>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;
using U8 = hn::Rebind<uint8_t, D>;
using I32 = hn::RebindToSigned<D>;
constexpr D d;
constexpr int64_t kLanes = static_cast<int64_t>(hn::MaxLanes(D()));

// The named functions of the table.
HWY_INLINE V num(V, double value) {
    return hn::Set(d, static_cast<float>(value));
}
HWY_INLINE V infinity(V) {
    return hn::Set(d, std::numeric_limits<float>::infinity());
}
HWY_INLINE V add(V x, V y) {
    return hn::Add(x, y);
}
HWY_INLINE V sub(V x, V y) {
    return hn::Sub(x, y);
}
HWY_INLINE V mul(V x, V y) {
    return hn::Mul(x, y);
}
HWY_INLINE V div(V x, V y) {
    return hn::Div(x, y);
}
HWY_INLINE V fma(V x, V y, V z) {
    return hn::MulAdd(x, y, z);
}
HWY_INLINE V neg(V x) {
    return hn::Neg(x);
}
HWY_INLINE V abs(V x) {
    return hn::Abs(x);
}
HWY_INLINE V sqrt(V x) {
    return hn::Sqrt(x);
}
HWY_INLINE V ceil(V x) {
    return hn::Ceil(x);
}
HWY_INLINE V floor(V x) {
    return hn::Floor(x);
}
HWY_INLINE V rint(V x) {
    return hn::Round(x);
}
HWY_INLINE V min_nan(V x, V y) {
    return math::keepNaN(d, x, math::keepNaN(d, y, hn::Min(x, y)));
}
HWY_INLINE V max_nan(V x, V y) {
    return math::keepNaN(d, x, math::keepNaN(d, y, hn::Max(x, y)));
}
HWY_INLINE V fmod(V x, V y) {
    return math::fmod(d, x, y);
}
HWY_INLINE V pow(V x, V y) {
    return math::pow(d, x, y);
}
HWY_INLINE V exp(V x) {
    return math::exp(d, x);
}
HWY_INLINE V expm1(V x) {
    return math::expm1(d, x);
}
HWY_INLINE V log(V x) {
    return math::log(d, x);
}
HWY_INLINE V log1p(V x) {
    return math::log1p(d, x);
}
HWY_INLINE V sin(V x) {
    return math::sin(d, x);
}
HWY_INLINE V cos(V x) {
    return math::cos(d, x);
}
HWY_INLINE V tan(V x) {
    return math::tan(d, x);
}
HWY_INLINE V asin(V x) {
    return math::asin(d, x);
}
HWY_INLINE V acos(V x) {
    return math::acos(d, x);
}
HWY_INLINE V atan(V x) {
    return math::atan(d, x);
}
HWY_INLINE V sinh(V x) {
    return math::sinh(d, x);
}
HWY_INLINE V cosh(V x) {
    return math::cosh(d, x);
}
HWY_INLINE V tanh(V x) {
    return math::tanh(d, x);
}
HWY_INLINE V asinh(V x) {
    return math::asinh(d, x);
}
HWY_INLINE V acosh(V x) {
    return math::acosh(d, x);
}
HWY_INLINE V atanh(V x) {
    return math::atanh(d, x);
}
HWY_INLINE V erf(V x) {
    return math::erf(d, x);
}
HWY_INLINE V normcdf(V x) {
    return math::normcdf(d, x);
}
HWY_INLINE M eq(V x, V y) {
    return hn::Eq(x, y);
}
HWY_INLINE M ne(V x, V y) {
    return hn::Not(hn::Eq(x, y));
} // true for NaN, as Highway's Ne is not everywhere
HWY_INLINE M lt(V x, V y) {
    return hn::Lt(x, y);
}
HWY_INLINE M le(V x, V y) {
    return hn::Le(x, y);
}
HWY_INLINE M gt(V x, V y) {
    return hn::Gt(x, y);
}
HWY_INLINE M ge(V x, V y) {
    return hn::Ge(x, y);
}
HWY_INLINE V select(M x, V y, V z) {
    return hn::IfThenElse(x, y, z);
}
HWY_INLINE V floor_mod(V x, V y) {
    V const r = fmod(x, y), zero = hn::Zero(d);
    M const opposite = hn::Xor(lt(r, zero), lt(y, zero));
    return select(hn::And(opposite, ne(r, zero)), add(r, y), r);
}
HWY_INLINE V sign(V x) {
    V const one = hn::Set(d, 1.0f);
    return select(gt(x, hn::Zero(d)), one, select(lt(x, hn::Zero(d)), hn::Neg(one), x));
}

#define TENON_ROW1(name, rule, classes, text)                                                                          \
    struct name##_row {                                                                                                \
        template <class X>                                                                                             \
        static HWY_INLINE auto call(X x) {                                                                             \
            return text;                                                                                               \
        }                                                                                                              \
    };
#define TENON_ROW2(name, rule, classes, text)                                                                          \
    struct name##_row {                                                                                                \
        template <class X>                                                                                             \
        static HWY_INLINE auto call(X x, X y) {                                                                        \
            return text;                                                                                               \
        }                                                                                                              \
    };
#define TENON_ROW3(name, rule, classes, text)                                                                          \
    struct name##_row {                                                                                                \
        template <class X, class Y>                                                                                    \
        static HWY_INLINE auto call(X x, Y y, Y z) {                                                                   \
            return text;                                                                                               \
        }                                                                                                              \
    };
#include "ops/pointwise/table.inc"
#undef TENON_ROW1
#undef TENON_ROW2
#undef TENON_ROW3

HWY_INLINE V loadAs(V*, float const* from) {
    return hn::LoadU(d, from);
}
HWY_INLINE M loadAs(M*, uint8_t const* from) {
    constexpr I32 di;
    return hn::RebindMask(d, hn::Ne(hn::PromoteTo(di, hn::LoadU(U8(), from)), hn::Zero(di)));
}
HWY_INLINE void storeAs(V value, float* to) {
    hn::StoreU(value, d, to);
}
HWY_INLINE void storeAs(M value, uint8_t* to) {
    constexpr I32 di;
    auto const ones = hn::IfThenElseZero(hn::RebindMask(di, value), hn::Set(di, 1));
    hn::StoreU(hn::DemoteTo(U8(), ones), U8(), to);
}
template <class T>
using ElementOf = std::conditional_t<std::is_same_v<T, V>, float, uint8_t>;

/// One operand of a row: vectors of type T (V or M), from memory or from a block.
template <class T>
class Reader {
public:
    HWY_INLINE explicit Reader(Source const& in) : mData(static_cast<ElementOf<T> const*>(in.data)), mMask(in.mask) {}
    HWY_INLINE T at(int64_t i) const { return loadAs(static_cast<T*>(nullptr), mData + (i & mMask)); }
    /// The last elements, fewer than a vector: what follows them in memory is not touched.
    HWY_INLINE T last(int64_t i, int64_t count) const {
        if (mMask >= 0)
            return at(i);
        HWY_ALIGN ElementOf<T> buffer[kLanes] = {};
        std::memcpy(buffer, mData + i, static_cast<size_t>(count) * sizeof(buffer[0]));
        return loadAs(static_cast<T*>(nullptr), buffer);
    }

private:
    ElementOf<T> const* mData;
    int64_t mMask;
};

template <class R, int kArity, class X>
HWY_INLINE void run(void* out, Source const* in, int64_t count) {
    Reader<X> const x(in[0]);
    Reader<V> const y(in[kArity > 1 ? 1 : 0]), z(in[kArity > 2 ? 2 : 0]);
    auto const value = [&](auto const& read) HWY_ATTR {
        if constexpr (kArity == 1)
            return R::call(read(x));
        else if constexpr (kArity == 2)
            return R::call(read(x), read(y));
        else
            return R::call(read(x), read(y), read(z));
    };
    using Result = decltype(value([](auto const& reader) HWY_ATTR { return reader.at(0); }));
    auto* const to = static_cast<ElementOf<Result>*>(out);
    int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes)
        storeAs(value([i](auto const& reader) HWY_ATTR { return reader.at(i); }), to + i);
    if (i == count)
        return;
    HWY_ALIGN ElementOf<Result> buffer[kLanes];
    storeAs(value([i, count](auto const& reader) HWY_ATTR { return reader.last(i, count - i); }), buffer);
    std::memcpy(to + i, buffer, static_cast<size_t>(count - i) * sizeof(buffer[0]));
}

template <class R, int kArity, class X>
void rowCall(void* out, Source const* in, int64_t count) {
    run<R, kArity, X>(out, in, count);
}

template <class R, int kArity, RowRule kRule, uint8_t kClasses>
constexpr Call callOf() {
    if constexpr ((kClasses & kFloatRow) == 0 || kRule == RowRule::kGiven)
        return nullptr;
    else if constexpr (kRule == RowRule::kChoice)
        return &rowCall<R, kArity, M>;
    else
        return &rowCall<R, kArity, V>;
}

/// Conversions whose elements lie in memory as 16-bit numbers. The block of a repeated source is contiguous for a
/// vector's length.
template <class T>
HWY_INLINE V widen(T const* from);
template <class T>
HWY_INLINE void narrow(V value, T* to);

template <>
HWY_INLINE V widen(Half const* from) {
#if HWY_TARGET <= HWY_AVX2
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<hwy::float16_t, D>(), reinterpret_cast<hwy::float16_t const*>(from)));
#else
    HWY_ALIGN float buffer[kLanes];
    for (int64_t i = 0; i < kLanes; ++i)
        buffer[i] = from[i];
    return hn::Load(d, buffer);
#endif
}
template <>
HWY_INLINE void narrow(V value, Half* to) {
#if HWY_TARGET <= HWY_AVX2
    constexpr hn::Rebind<hwy::float16_t, D> dh;
    hn::StoreU(hn::DemoteTo(dh, value), dh, reinterpret_cast<hwy::float16_t*>(to));
#else // Highway's own form for older processors does not round to nearest
    HWY_ALIGN float buffer[kLanes];
    hn::Store(value, d, buffer);
    for (int64_t i = 0; i < kLanes; ++i)
        to[i] = Half(buffer[i]);
#endif
}

using U16 = hn::Rebind<uint16_t, D>;
using U32 = hn::RebindToUnsigned<D>;
template <>
HWY_INLINE V widen(BFloat16 const* from) {
    auto const bits = hn::LoadU(U16(), reinterpret_cast<uint16_t const*>(from));
    return hn::BitCast(d, hn::ShiftLeft<16>(hn::PromoteTo(U32(), bits)));
}
template <>
HWY_INLINE void narrow(V value, BFloat16* to) {
    constexpr U32 du;
    auto const bits = hn::BitCast(du, value);
    auto const upper = hn::ShiftRight<16>(bits);
    auto const rounded =
        hn::ShiftRight<16>(hn::Add(bits, hn::Add(hn::Set(du, 0x7fffu), hn::And(upper, hn::Set(du, 1u)))));
    auto const quiet = hn::Or(upper, hn::Set(du, 0x40u));
    auto const result = hn::IfThenElse(hn::RebindMask(du, hn::IsNaN(value)), quiet, rounded);
    hn::StoreU(hn::DemoteTo(U16(), hn::BitCast(I32(), result)), U16(), reinterpret_cast<uint16_t*>(to));
}

template <class T>
void loadCall(void* out, Source const* in, int64_t count) {
    auto const* from = static_cast<T const*>(in->data);
    auto* const to = static_cast<float*>(out);
    int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes)
        hn::StoreU(widen(from + (i & in->mask)), d, to + i);
    for (; i < count; ++i)
        to[i] = from[i & in->mask];
}

template <class T>
void storeCall(void* out, Source const* in, int64_t count) {
    auto const* from = static_cast<float const*>(in->data);
    auto* const to = static_cast<T*>(out);
    int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes)
        narrow(hn::LoadU(d, from + (i & in->mask)), to + i);
    for (; i < count; ++i)
        to[i] = T(from[i & in->mask]);
}

template <class T>
void roundCall(void* out, Source const* in, int64_t count) {
    auto const* from = static_cast<float const*>(in->data);
    auto* const to = static_cast<float*>(out);
    int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes) {
        T buffer[kLanes];
        narrow(hn::LoadU(d, from + (i & in->mask)), buffer);
        hn::StoreU(widen(static_cast<T const*>(buffer)), d, to + i);
    }
    for (; i < count; ++i)
        to[i] = T(from[i & in->mask]);
}

constexpr FloatCalls kCalls = {
    {
#define TENON_ROW1(name, rule, classes, text) callOf<name##_row, 1, RowRule::rule, (classes)>(),
#define TENON_ROW2(name, rule, classes, text) callOf<name##_row, 2, RowRule::rule, (classes)>(),
#define TENON_ROW3(name, rule, classes, text) callOf<name##_row, 3, RowRule::rule, (classes)>(),
#include "ops/pointwise/table.inc"
#undef TENON_ROW1
#undef TENON_ROW2
#undef TENON_ROW3
    },
    {&loadCall<Half>, &roundCall<Half>, &storeCall<Half>},
    {&loadCall<BFloat16>, &roundCall<BFloat16>, &storeCall<BFloat16>},
};

FloatCalls const* floatCallsOfTarget() {
    return &kCalls;
}

} // namespace HWY_NAMESPACE
} // namespace tenon::ops::pointwise
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tenon::ops::pointwise {

HWY_EXPORT(floatCallsOfTarget);

FloatCalls const& floatCalls() {
    return *HWY_DYNAMIC_DISPATCH(floatCallsOfTarget)();
}

} // namespace tenon::ops::pointwise
#endif

// SPDX-License-Identifier: Apache-2.0
// The rows of the table for fp64, integers and bool, and conversions: plain loops, written so that a compiler can
// vectorise them (a fixed number of elements at a time, through local arrays, since results may overlay operands).
#include "ops/pointwise/isa/calls.h"
#include "ops/pointwise/scalar.h"

#include <cstring>

namespace tenon::ops::pointwise {
namespace {

template <Form kForm>
struct TypeOf;
template <>
struct TypeOf<Form::kF32> {
    using type = float;
};
template <>
struct TypeOf<Form::kF64> {
    using type = double;
};
template <>
struct TypeOf<Form::kI32> {
    using type = int32_t;
};
template <>
struct TypeOf<Form::kI64> {
    using type = int64_t;
};
template <>
struct TypeOf<Form::kU32> {
    using type = uint32_t;
};
template <>
struct TypeOf<Form::kU64> {
    using type = uint64_t;
};
template <>
struct TypeOf<Form::kBool> {
    using type = bool;
};

/// What lies in memory: a bool is a byte, of which anything but 0 is true.
template <class T>
using Stored = std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>;
template <class T>
T valueOf(Stored<T> stored) {
    return static_cast<T>(stored);
}

/// kRepeat elements of an operand.
template <class T>
struct Piece {
    Stored<T> data[kRepeat];
    void load(Source const& in, int64_t i, int64_t count) {
        std::memcpy(data, static_cast<Stored<T> const*>(in.data) + (i & in.mask),
                    static_cast<size_t>(count) * sizeof(data[0]));
    }
    T operator[](int64_t i) const { return valueOf<T>(data[i]); }
};

/// out[i] = f(x[i], y[i], z[i]), where operands past the arity are not read.
template <int kArity, class X, class Y, class F>
void loop(void* out, Source const* in, int64_t count, F const& f) {
    Piece<X> x{};
    Piece<Y> y{}, z{};
    using R = decltype(f(x[0], y[0], z[0]));
    auto* const to = static_cast<Stored<R>*>(out);
    auto const piece = [&](int64_t i, int64_t size) {
        x.load(in[0], i, size);
        if constexpr (kArity > 1)
            y.load(in[1], i, size);
        if constexpr (kArity > 2)
            z.load(in[2], i, size);
        Stored<R> result[kRepeat];
        for (int64_t j = 0; j < kRepeat; ++j)
            result[j] = f(x[j], y[j], z[j]);
        std::memcpy(to + i, result, static_cast<size_t>(size) * sizeof(result[0]));
    };
    int64_t i = 0;
    for (; i + kRepeat <= count; i += kRepeat)
        piece(i, kRepeat);
    if (i < count)
        piece(i, count - i);
}

template <class R, int kArity, bool kChoice, class T>
void rowCall(void* out, Source const* in, int64_t count) {
    using X = std::conditional_t<kChoice, bool, T>;
    loop<kArity, X, T>(out, in, count, [](X x, T y, T z) {
        if constexpr (kArity == 1)
            return R::call(x);
        else if constexpr (kArity == 2)
            return R::call(x, y);
        else
            return R::call(x, y, z);
    });
}

struct Calls {
    Call byForm[kForms] = {};
};

template <class R, int kArity, RowRule kRule, uint8_t kClasses>
constexpr Calls callsOf() {
    Calls c;
    if constexpr (kRule != RowRule::kGiven) {
        constexpr bool kChoice = kRule == RowRule::kChoice;
        if constexpr ((kClasses & kFloatRow) != 0)
            c.byForm[static_cast<size_t>(Form::kF64)] = &rowCall<R, kArity, kChoice, double>;
        if constexpr ((kClasses & kSignedRow) != 0) {
            c.byForm[static_cast<size_t>(Form::kI32)] = &rowCall<R, kArity, kChoice, int32_t>;
            c.byForm[static_cast<size_t>(Form::kI64)] = &rowCall<R, kArity, kChoice, int64_t>;
        }
        if constexpr ((kClasses & kUnsignedRow) != 0) {
            c.byForm[static_cast<size_t>(Form::kU32)] = &rowCall<R, kArity, kChoice, uint32_t>;
            c.byForm[static_cast<size_t>(Form::kU64)] = &rowCall<R, kArity, kChoice, uint64_t>;
        }
        if constexpr ((kClasses & kBoolRow) != 0)
            c.byForm[static_cast<size_t>(Form::kBool)] = &rowCall<R, kArity, kChoice, bool>;
    }
    return c;
}

constexpr Calls kRowCalls[] = {
#define TENON_ROW1(name, rule, classes, text) callsOf<scalar::name##_row, 1, RowRule::rule, (classes)>(),
#define TENON_ROW2(name, rule, classes, text) callsOf<scalar::name##_row, 2, RowRule::rule, (classes)>(),
#define TENON_ROW3(name, rule, classes, text) callsOf<scalar::name##_row, 3, RowRule::rule, (classes)>(),
#include "ops/pointwise/table.inc"
#undef TENON_ROW1
#undef TENON_ROW2
#undef TENON_ROW3
};

/// To: a form's type, by way of Narrow, whose range and precision the result has.
template <class From, class To, class Narrow = To>
void convertCall(void* out, Source const* in, int64_t count) {
    loop<1, From, From>(out, in, count, [](From x, From, From) { return static_cast<To>(scalar::convert<Narrow>(x)); });
}

template <class From>
Call castFrom(DType to) noexcept {
    switch (to) {
    case DType::kF64:
        return &convertCall<From, double>;
    case DType::kI8:
        return &convertCall<From, int32_t, int8_t>;
    case DType::kI16:
        return &convertCall<From, int32_t, int16_t>;
    case DType::kI32:
        return &convertCall<From, int32_t>;
    case DType::kI64:
        return &convertCall<From, int64_t>;
    case DType::kU8:
        return &convertCall<From, uint32_t, uint8_t>;
    case DType::kU16:
        return &convertCall<From, uint32_t, uint16_t>;
    case DType::kU32:
        return &convertCall<From, uint32_t>;
    case DType::kU64:
        return &convertCall<From, uint64_t>;
    case DType::kBool:
        return &convertCall<From, bool>;
    default:
        return &convertCall<From, float>;
    }
}

template <class Narrow, class Wide>
constexpr NarrowCalls narrowOf() {
    return {&convertCall<Narrow, Wide>, &convertCall<Wide, Wide, Narrow>, &convertCall<Wide, Narrow>};
}

} // namespace

Call otherCall(RowId row, Form form) noexcept {
    return kRowCalls[static_cast<size_t>(row)].byForm[static_cast<size_t>(form)];
}

NarrowCalls integerCalls(DType type) noexcept {
    switch (type) {
    case DType::kI8:
        return narrowOf<int8_t, int32_t>();
    case DType::kI16:
        return narrowOf<int16_t, int32_t>();
    case DType::kU8:
        return narrowOf<uint8_t, uint32_t>();
    case DType::kU16:
        return narrowOf<uint16_t, uint32_t>();
    default:
        return {};
    }
}

Call castCall(Form from, DType to) noexcept {
    switch (from) {
    case Form::kF32:
        return castFrom<float>(to);
    case Form::kF64:
        return castFrom<double>(to);
    case Form::kI32:
        return castFrom<int32_t>(to);
    case Form::kI64:
        return castFrom<int64_t>(to);
    case Form::kU32:
        return castFrom<uint32_t>(to);
    case Form::kU64:
        return castFrom<uint64_t>(to);
    case Form::kBool:
        break;
    }
    return castFrom<bool>(to);
}

Call copyCall(int64_t size) noexcept {
    switch (size) {
    case 1:
        return &convertCall<uint8_t, uint8_t>;
    case 2:
        return &convertCall<uint16_t, uint16_t>;
    case 4:
        return &convertCall<uint32_t, uint32_t>;
    default:
        return &convertCall<uint64_t, uint64_t>;
    }
}

} // namespace tenon::ops::pointwise

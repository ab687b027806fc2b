// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/pointwise_text.h"

#include <cmath>
#include <fmt/format.h>

namespace tenon::cuda {
namespace {

// Overloads for float and double; templates over T serve the integers, or all types. Intrinsics with _rn are never
// contracted.
constexpr std::string_view kFunctions = R"cuda(
#pragma nv_diag_suppress 186 // unsigned numbers are compared with 0 where one text serves all integers
#define DEVICE __device__ __forceinline__
namespace tenon {
struct f16 { unsigned short bits; };
struct bf16 { unsigned short bits; };
template <class T> struct Unsigned { using type = T; };
template <> struct Unsigned<int> { using type = unsigned; };
template <> struct Unsigned<long long> { using type = unsigned long long; };
template <class T> DEVICE typename Unsigned<T>::type bits(T x) { return (typename Unsigned<T>::type)x; }
template <class T> DEVICE constexpr bool isSigned() { return T(-1) < T(0); }

template <class T> DEVICE T num(T, double v) { return T(v); }
DEVICE float infinity(float) { return __int_as_float(0x7f800000); }
DEVICE double infinity(double) { return __longlong_as_double(0x7ff0000000000000LL); }

template <class T> DEVICE T add(T x, T y) { return T(bits(x) + bits(y)); }
template <class T> DEVICE T sub(T x, T y) { return T(bits(x) - bits(y)); }
template <class T> DEVICE T mul(T x, T y) { return T(bits(x) * bits(y)); }
template <class T> DEVICE T neg(T x) { return T(0 - bits(x)); }
template <class T> DEVICE T abs(T x) { return x < T(0) ? neg(x) : x; }
template <class T> DEVICE T div(T x, T y) {
    if (y == T(0)) return T(0);
    if (isSigned<T>() && y == T(-1)) return neg(x);
    return x / y;
}
template <class T> DEVICE T fmod(T x, T y) {
    if (y == T(0) || (isSigned<T>() && y == T(-1))) return T(0);
    return x % y;
}
template <class T> DEVICE T floor_mod(T x, T y) {
    T const r = fmod(x, y);
    return r != T(0) && (r < T(0)) != (y < T(0)) ? r + y : r;
}
template <class T> DEVICE T min_nan(T x, T y) { return x < y ? x : y; }
template <class T> DEVICE T max_nan(T x, T y) { return x > y ? x : y; }
template <class T> DEVICE T pow(T x, T y) {
    if (y < T(0)) return x == T(1) ? T(1) : (x == T(-1) ? (y % T(2) == T(0) ? T(1) : T(-1)) : T(0));
    T result = 1;
    for (auto n = bits(y); n != 0; n >>= 1) {
        if (n & 1) result = mul(result, x);
        x = mul(x, x);
    }
    return result;
}
template <class T> DEVICE T sign(T x) { return x > T(0) ? T(1) : (x < T(0) ? T(-1) : x); }

DEVICE float add(float x, float y) { return __fadd_rn(x, y); }
DEVICE float sub(float x, float y) { return __fsub_rn(x, y); }
DEVICE float mul(float x, float y) { return __fmul_rn(x, y); }
DEVICE float div(float x, float y) { return __fdiv_rn(x, y); }
DEVICE float fma(float x, float y, float z) { return __fmaf_rn(x, y, z); }
DEVICE float sqrt(float x) { return __fsqrt_rn(x); }
DEVICE float neg(float x) { return -x; }
DEVICE double add(double x, double y) { return __dadd_rn(x, y); }
DEVICE double sub(double x, double y) { return __dsub_rn(x, y); }
DEVICE double mul(double x, double y) { return __dmul_rn(x, y); }
DEVICE double div(double x, double y) { return __ddiv_rn(x, y); }
DEVICE double fma(double x, double y, double z) { return __fma_rn(x, y, z); }
DEVICE double sqrt(double x) { return __dsqrt_rn(x); }
DEVICE double neg(double x) { return -x; }
DEVICE float abs(float x) { return ::fabsf(x); }
DEVICE double abs(double x) { return ::fabs(x); }
DEVICE float min_nan(float x, float y) { return x != x ? x : (y != y ? y : ::fminf(x, y)); }
DEVICE float max_nan(float x, float y) { return x != x ? x : (y != y ? y : ::fmaxf(x, y)); }
DEVICE double min_nan(double x, double y) { return x != x ? x : (y != y ? y : ::fmin(x, y)); }
DEVICE double max_nan(double x, double y) { return x != x ? x : (y != y ? y : ::fmax(x, y)); }
#define ONE(name) DEVICE float name(float x) { return ::name##f(x); } DEVICE double name(double x) { return ::name(x); }
#define TWO(name) DEVICE float name(float x, float y) { return ::name##f(x, y); } DEVICE double name(double x, double y) { return ::name(x, y); }
TWO(fmod) TWO(pow)
DEVICE float floor_mod(float x, float y) { float const r = fmod(x, y); return r != 0 && (r < 0) != (y < 0) ? __fadd_rn(r, y) : r; }
DEVICE double floor_mod(double x, double y) { double const r = fmod(x, y); return r != 0 && (r < 0) != (y < 0) ? __dadd_rn(r, y) : r; }
ONE(ceil) ONE(floor) ONE(rint) ONE(exp) ONE(expm1) ONE(log) ONE(log1p) ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan)
ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh) ONE(atanh) ONE(erf) ONE(normcdf)
#undef ONE
#undef TWO

template <class T> DEVICE bool eq(T x, T y) { return x == y; }
template <class T> DEVICE bool ne(T x, T y) { return x != y; }
template <class T> DEVICE bool lt(T x, T y) { return x < y; }
template <class T> DEVICE bool le(T x, T y) { return x <= y; }
template <class T> DEVICE bool gt(T x, T y) { return x > y; }
template <class T> DEVICE bool ge(T x, T y) { return x >= y; }
template <class T> DEVICE T select(bool x, T y, T z) { return x ? y : z; }
DEVICE bool both(bool x, bool y) { return x && y; }
DEVICE bool either(bool x, bool y) { return x || y; }
template <class T> DEVICE T bits_not(T x) { return T(~bits(x)); }
template <class T> DEVICE T bits_and(T x, T y) { return T(bits(x) & bits(y)); }
template <class T> DEVICE T bits_or(T x, T y) { return T(bits(x) | bits(y)); }
template <class T> DEVICE T bits_xor(T x, T y) { return T(bits(x) ^ bits(y)); }
template <class T> DEVICE T bits_left(T x, T y) { return bits(y) < 8 * sizeof(T) ? T(bits(x) << bits(y)) : T(0); }
template <class T> DEVICE T bits_right(T x, T y) { return bits(y) < 8 * sizeof(T) ? T(x >> bits(y)) : (x < T(0) ? T(-1) : T(0)); }

// Conversions. To is what the result is computed in; narrow types come after.
template <class To> struct Convert { template <class X> static DEVICE To from(X x) { return To(x); } };
template <> struct Convert<bool> { template <class X> static DEVICE bool from(X x) { return x != X(0); } };
#define FROM_FLOAT(To, f, d)                                                                  \
    template <> struct Convert<To> {                                                          \
        template <class X> static DEVICE To from(X x) { return (To)x; }                       \
        static DEVICE To from(float x) { return x != x ? (To)0 : f(x); }                      \
        static DEVICE To from(double x) { return x != x ? (To)0 : d(x); }                     \
    };
FROM_FLOAT(int, __float2int_rz, __double2int_rz)
FROM_FLOAT(unsigned, __float2uint_rz, __double2uint_rz)
FROM_FLOAT(long long, __float2ll_rz, __double2ll_rz)
FROM_FLOAT(unsigned long long, __float2ull_rz, __double2ull_rz)
#undef FROM_FLOAT
template <class T> struct IsFloat { static constexpr bool value = false; };
template <> struct IsFloat<float> { static constexpr bool value = true; };
template <> struct IsFloat<double> { static constexpr bool value = true; };
/// To a narrower integer: a number that is cut comes from a float, one that wraps from an integer.
template <class Narrow, class To, class X> DEVICE To toNarrow(X x, To low, To high) {
    To const v = Convert<To>::from(x);
    if (IsFloat<X>::value) return v < low ? low : (v > high ? high : v);
    return To(Narrow(v));
}

DEVICE float load(f16 x) { float r; asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(x.bits)); return r; }
DEVICE float load(bf16 x) { return __uint_as_float((unsigned)x.bits << 16); }
DEVICE int load(signed char x) { return x; }
DEVICE int load(short x) { return x; }
DEVICE unsigned load(unsigned char x) { return x; }
DEVICE unsigned load(unsigned short x) { return x; }
template <class T> DEVICE T load(T x) { return x; }
template <class Stored> struct Store { template <class X> static DEVICE Stored of(X x) { return Stored(x); } };
template <> struct Store<f16> {
    static DEVICE f16 of(float x) { f16 r; asm("cvt.rn.f16.f32 %0, %1;" : "=h"(r.bits) : "f"(x)); return r; }
};
template <> struct Store<bf16> {
    static DEVICE bf16 of(float x) { bf16 r; asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(r.bits) : "f"(x)); return r; }
};
)cuda";

struct TypeText {
    std::string_view stored, computed;
};
TypeText textOf(DType type) {
    switch (type) {
    case DType::kF32:
        return {"float", "float"};
    case DType::kF64:
        return {"double", "double"};
    case DType::kF16:
        return {"f16", "float"};
    case DType::kBF16:
        return {"bf16", "float"};
    case DType::kI8:
        return {"signed char", "int"};
    case DType::kI16:
        return {"short", "int"};
    case DType::kI32:
        return {"int", "int"};
    case DType::kI64:
        return {"long long", "long long"};
    case DType::kU8:
        return {"unsigned char", "unsigned"};
    case DType::kU16:
        return {"unsigned short", "unsigned"};
    case DType::kU32:
        return {"unsigned", "unsigned"};
    case DType::kU64:
        return {"unsigned long long", "unsigned long long"};
    default:
        return {"bool", "bool"};
    }
}

std::string realText(double value, bool single) {
    if (std::isnan(value))
        return single ? "__int_as_float(0x7fc00000)" : "__longlong_as_double(0x7ff8000000000000LL)";
    double const rounded = single ? static_cast<double>(static_cast<float>(value)) : value;
    if (std::isinf(rounded))
        return fmt::format("{}infinity({})", rounded < 0 ? "-" : "", single ? "0.0f" : "0.0");
    return fmt::format("{:a}{}", rounded, single ? "f" : "");
}

/// A value rounded to its type, where the form that it is computed in is wider.
std::string rounded(DType type, std::string value) {
    TypeText const t = textOf(type);
    return t.stored == t.computed ? value : fmt::format("load(Store<{}>::of({}))", t.stored, value);
}

std::string numberText(Expression::Instr const& instr) {
    TypeText const t = textOf(instr.type);
    if (classOf(instr.type) == kFloatRow)
        return rounded(instr.type, realText(instr.number, instr.type != DType::kF64));
    if (instr.type == DType::kBool)
        return instr.integer != 0 ? "true" : "false";
    return rounded(instr.type,
                   fmt::format("{}({:#x}ULL)",
                               t.computed.find(' ') == std::string_view::npos ? std::string(t.computed)
                                                                              : fmt::format("({})", t.computed),
                               static_cast<uint64_t>(instr.integer)));
}

std::string castText(DType to, std::string const& value) {
    TypeText const t = textOf(to);
    switch (to) {
    case DType::kI8:
        return fmt::format("toNarrow<signed char>({}, -128, 127)", value);
    case DType::kI16:
        return fmt::format("toNarrow<short>({}, -32768, 32767)", value);
    case DType::kU8:
        return fmt::format("toNarrow<unsigned char>({}, 0u, 255u)", value);
    case DType::kU16:
        return fmt::format("toNarrow<unsigned short>({}, 0u, 65535u)", value);
    default:
        return rounded(to, fmt::format("Convert<{}>::from({})", t.computed, value));
    }
}

} // namespace

std::string pointwisePrelude() {
    constexpr std::string_view kParameters[] = {"", "class X> DEVICE auto {}(X x)", "class X> DEVICE auto {}(X x, X y)",
                                                "class X, class Y> DEVICE auto {}(X x, Y y, Y z)"};
    std::string out(kFunctions);
    for (Row const& row : rows()) {
        std::string const head = fmt::format(fmt::runtime(kParameters[row.arity]), fmt::format("row_{}", row.name));
        if (row.rule != RowRule::kGiven)
            out += fmt::format("template <{} {{ return {}; }}\n", head, row.text);
    }
    return out + "} // namespace tenon\n";
}

std::string pointwiseFunction(Expression const& e, std::string_view name) {
    std::string parameters;
    for (size_t i = 0; i < e.inputs.size(); ++i)
        parameters += fmt::format("{}{} v{}", i == 0 ? "" : ", ", textOf(e.inputs[i]).computed, i);
    std::string body;
    for (size_t i = 0; i < e.code.size(); ++i) {
        Expression::Instr const& instr = e.code[i];
        std::string args;
        for (int32_t a : instr.args)
            if (a >= 0)
                args += fmt::format("{}v{}", args.empty() ? "" : ", ", a);
        std::string value;
        if (instr.row == "const")
            value = numberText(instr);
        else if (findRow(instr.row)->rule == RowRule::kGiven)
            value = castText(instr.type, args);
        else
            value = rounded(instr.type, fmt::format("row_{}({})", instr.row, args));
        body += fmt::format("    {} const v{} = {};\n", textOf(instr.type).computed, e.inputs.size() + i, value);
    }
    size_t const result = e.code.empty() ? 0 : e.inputs.size() + e.code.size() - 1;
    return fmt::format("namespace tenon {{\nDEVICE {} {}({}) {{\n{}    return v{};\n}}\n}} // namespace tenon\n",
                       textOf(e.resultType()).computed, name, parameters, body, result);
}

std::string pointwiseKernel(Expression const& e, std::string_view name) {
    auto qualified = [](DType type) {
        std::string_view const stored = textOf(type).stored;
        return fmt::format("{}{}", stored == "f16" || stored == "bf16" ? "tenon::" : "", stored);
    };
    std::string parameters, args;
    for (size_t i = 0; i < e.inputs.size(); ++i) {
        parameters += fmt::format("{} const* a{}, long long step{}, ", qualified(e.inputs[i]), i, i);
        args += fmt::format("{}tenon::load(a{}[i * step{}])", i == 0 ? "" : ", ", i, i);
    }
    std::string const result = qualified(e.resultType());
    return pointwiseFunction(e, fmt::format("{}_value", name)) +
           fmt::format("extern \"C\" __global__ void {}({}{}* out, long long count) {{\n"
                       "    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < count; i += (long "
                       "long)gridDim.x * blockDim.x)\n"
                       "        out[i] = tenon::Store<{}>::of(tenon::{}_value({}));\n}}\n",
                       name, parameters, result, result, name, args);
}

} // namespace tenon::cuda

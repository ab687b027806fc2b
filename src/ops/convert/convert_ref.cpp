// SPDX-License-Identifier: Apache-2.0
// Reference convert. Every narrow type is exact in double; on the way to one a double is rounded once (by way of a
// float that is rounded to odd, which no later rounding can tell from the double).
#include "base/half.h"
#include "base/small_float.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/convert/convert.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace tenon::ops {
namespace convert {
namespace {

float toOdd(double value) {
    auto nearest = static_cast<float>(value);
    if (static_cast<double>(nearest) == value || std::isnan(value) || std::isinf(nearest))
        return nearest;
    if (std::fabs(static_cast<double>(nearest)) > std::fabs(value))
        nearest = std::nextafter(nearest, 0.0f);
    return std::bit_cast<float>(std::bit_cast<uint32_t>(nearest) | 1u);
}

/// The code of a power of two: 2^(code - 127), or 0xff for NaN.
uint8_t powerCode(Attributes const& a, float value) {
    constexpr uint8_t kNaN = 0xff, kMost = 0xfe;
    if (std::isnan(value) || (!a.saturate && (value == 0 || std::isinf(value))))
        return kNaN;
    float const size = std::fabs(value);
    if (std::isinf(size))
        return kMost;
    if (size < 0x1p-127f)
        return a.saturate ? 0 : kNaN;
    int const exponent = std::ilogb(size);
    float const above = std::ldexp(size, -exponent) - 1; // [0, 1): the part over the power of two
    bool const up = a.rounding == Rounding::kUp ? above > 0 : a.rounding == Rounding::kNearest && above >= 0.5f;
    int const code = exponent + 127 + (up ? 1 : 0);
    return code <= kMost ? static_cast<uint8_t>(code) : (a.saturate ? kMost : kNaN);
}

/// An integer of two or four bits: toward zero, and then the low bits, as between wider integers. NaN gives 0.
uint8_t integerCode(Tensor const& from, int64_t i) {
    if (isInteger(from.dtype) && bitsOf(from.dtype) >= 8)
        return static_cast<uint8_t>(integerAt(from, i));
    double const value = numberAt(from, i);
    return std::isnan(value) ? 0 : static_cast<uint8_t>(static_cast<int64_t>(std::clamp(value, -0x1p62, 0x1p62)));
}

/// A code of four or eight bits. NaN gives the -0 of f4e2m1, which has none.
uint8_t smallCode(Attributes const& a, float value) {
    constexpr uint8_t kMinusZero = 0x8;
    return a.to == DType::kF4E2M1 && std::isnan(value) ? kMinusZero : roundSmall(a.to, value, a.saturate);
}

void toWide(Attributes const& a, Tensor const& from, Tensor const& to) {
    withType(a.to, [&](auto sample) {
        using T = decltype(sample);
        for (int64_t i = 0; i < to.elements(); ++i) {
            double const value = numberAt(from, i);
            if constexpr (std::is_same_v<T, bool>)
                to.as<T>()[i] = value != 0;
            else if constexpr (std::is_integral_v<T>) {
                constexpr auto kLow = static_cast<double>(std::numeric_limits<T>::min());
                constexpr auto kHigh = static_cast<double>(std::numeric_limits<T>::max());
                if (!isFloating(from.dtype))
                    to.as<T>()[i] = static_cast<T>(static_cast<int64_t>(value));
                else if (value >= kHigh)
                    to.as<T>()[i] = std::numeric_limits<T>::max();
                else
                    to.as<T>()[i] = std::isnan(value) ? T{} : static_cast<T>(std::max(value, kLow));
            } else if constexpr (std::is_same_v<T, double>)
                to.as<T>()[i] = value;
            else
                to.as<T>()[i] = T(static_cast<float>(value));
        }
    });
}

void toNarrow(Attributes const& a, Tensor const& from, Tensor const& to) {
    if (int64_t const bytes = bytesFor(a.to, to.elements()); bytes != 0)
        std::memset(to.data, 0, static_cast<size_t>(bytes)); // the last byte may have room left
    for (int64_t i = 0; i < to.elements(); ++i) {
        uint8_t code = 0;
        if (isSmallFloat(a.to))
            code = smallCode(a, toOdd(numberAt(from, i)));
        else
            code = a.to == DType::kE8M0 ? powerCode(a, toOdd(numberAt(from, i))) : integerCode(from, i);
        if (bitsOf(a.to) < 8)
            setNibble(to, i, code);
        else
            to.as<uint8_t>()[i] = code;
    }
}

bool run(Attributes const& a, Args const& args) {
    Tensor const &from = args.inputs[0], &to = args.outputs[0];
    if (a.bits) {
        if (int64_t const bytes = bytesFor(a.to, to.elements()); bytes != 0)
            std::memcpy(to.data, from.data, static_cast<size_t>(bytes));
        return true;
    }
    if (withType(a.to, [](auto) {}))
        toWide(a, from, to);
    else
        toNarrow(a, from, to);
    return true;
}

} // namespace
} // namespace convert

void convert_ref(KernelTable& table) {
    table.add(referenceKernel<convert::Attributes>("convert", "convert.ref", convert::run));
}

} // namespace tenon::ops

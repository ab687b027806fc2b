// SPDX-License-Identifier: Apache-2.0
// Reference quantize_linear: quotients in double, rounded to the precision that the attributes and the scale's type
// ask for (a double quotient of two floats, or of two halves, rounds to the same as an exact one).
#include "base/half.h"
#include "base/small_float.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/quantize_linear/quantize_linear.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tenon::ops {
namespace quantize_linear {
namespace {

double rounded(DType precision, double value) {
    switch (precision) {
    case DType::kF16:
        return Half(static_cast<float>(value));
    case DType::kBF16:
        return BFloat16(static_cast<float>(value));
    case DType::kF32:
        return static_cast<float>(value);
    default:
        return value;
    }
}

DType precisionOf(Attributes const& a, DType scale) {
    if (a.precision)
        return *a.precision;
    return scale == DType::kE8M0 ? DType::kF32 : (scale == DType::kI32 ? DType::kF64 : scale);
}

struct Range {
    double low, high;
};

Range rangeOf(DType type) {
    bool const isSigned = type == DType::kI2 || type == DType::kI4 || type == DType::kI8 || type == DType::kI16;
    double const codes = std::exp2(bitsOf(type));
    return isSigned ? Range{-codes / 2, codes / 2 - 1} : Range{0, codes - 1};
}

/// Writes the low bits of a code.
void store(Tensor const& to, int64_t i, int32_t code) {
    if (bitsOf(to.dtype) < 8)
        setNibble(to, i, static_cast<uint8_t>(code & ((1 << bitsOf(to.dtype)) - 1)));
    else if (bitsOf(to.dtype) == 8)
        to.as<uint8_t>()[i] = static_cast<uint8_t>(code);
    else
        to.as<uint16_t>()[i] = static_cast<uint16_t>(code);
}

bool run(Attributes const& a, Args const& args) {
    Tensor const& x = args.inputs[0];
    Tensor const& y = args.outputs[0];
    auto const walk = a.granularity.walk(x.shape(), args.inputs[1].shape());
    if (!walk || (args.has(2) && args.inputs[2].elements() != args.inputs[1].elements()))
        return args.failure->set(Message::kShape, "quantize_linear: scales or zero points do not fit the tensor");
    DType const precision = precisionOf(a, args.inputs[1].dtype);
    std::vector<double> scales = numbersOf(args.inputs[1]);
    for (double& s : scales)
        s = rounded(precision, s);
    std::vector<double> const zeros = args.has(2) ? numbersOf(args.inputs[2]) : std::vector<double>(scales.size(), 0);
    if (int64_t const bytes = bytesFor(y.dtype, y.elements()); bytes != 0 && bitsOf(y.dtype) < 8)
        std::memset(y.data, 0, static_cast<size_t>(bytes)); // the last half byte may belong to no element
    Range const range = rangeOf(y.dtype);
    walk->forEach([&](int64_t i, int64_t scale) {
        auto const at = static_cast<size_t>(scale);
        double const value = rounded(precision, rounded(precision, numberAt(x, i)) / scales[at]);
        if (isSmallFloat(y.dtype)) // -0 plus a zero point of 0 would lose its sign
            return store(
                y, i, roundSmall(y.dtype, static_cast<float>(zeros[at] == 0 ? value : value + zeros[at]), a.saturate));
        double const whole = std::isnan(value) ? 0 : std::nearbyint(value);
        store(y, i, static_cast<int32_t>(std::clamp(whole + zeros[at], range.low, range.high)));
    });
    return true;
}

} // namespace
} // namespace quantize_linear

void quantize_linear_ref(KernelTable& table) {
    table.add(
        referenceKernel<quantize_linear::Attributes>("quantize_linear", "quantize_linear.ref", quantize_linear::run));
}

} // namespace tenon::ops

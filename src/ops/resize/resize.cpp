// SPDX-License-Identifier: Apache-2.0
// Definition of resize, and the arithmetic that its kernels share.
#include "ops/resize/resize.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tenon::ops {
namespace resizing {
namespace {

template <size_t N>
std::string_view pick(std::string_view const (&names)[N], size_t i) noexcept {
    return i < N ? names[i] : "unknown";
}

double cubic(double a, double x) noexcept {
    x = std::abs(x);
    if (x <= 1)
        return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0.0;
}

} // namespace

std::string_view nameOf(Mode mode) noexcept {
    static constexpr std::string_view kNames[] = {"nearest", "linear", "cubic"};
    return pick(kNames, static_cast<size_t>(mode));
}

std::string_view nameOf(Coordinates coordinates) noexcept {
    static constexpr std::string_view kNames[] = {"half_pixel",        "half_pixel_symmetric", "pytorch_half_pixel",
                                                  "align_corners",     "asymmetric",           "tf_half_pixel_for_nn",
                                                  "tf_crop_and_resize"};
    return pick(kNames, static_cast<size_t>(coordinates));
}

std::string_view nameOf(Nearest nearest) noexcept {
    static constexpr std::string_view kNames[] = {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil", "simple"};
    return pick(kNames, static_cast<size_t>(nearest));
}

std::string_view nameOf(Policy policy) noexcept {
    static constexpr std::string_view kNames[] = {"stretch", "not_larger", "not_smaller"};
    return pick(kNames, static_cast<size_t>(policy));
}

int64_t Attributes::entryOf(int64_t axis, int64_t rank) const noexcept {
    if (axes.empty())
        return axis;
    for (size_t i = 0; i < axes.size(); ++i)
        if (axes[i] == axis || axes[i] + rank == axis)
            return static_cast<int64_t>(i);
    return -1;
}

bool Axis::isIdentity(Attributes const& attrs) const noexcept {
    return in == out && scale == 1 && attrs.coordinates != Coordinates::kTfCropAndResize;
}

double Axis::position(Attributes const& attrs, int64_t i) const noexcept {
    auto const x = static_cast<double>(i), from = static_cast<double>(in), to = static_cast<double>(out);
    double const exact = scale * from; // the size before it was rounded down
    switch (attrs.coordinates) {
    case Coordinates::kHalfPixel:
        return (x + 0.5) / scale - 0.5;
    case Coordinates::kHalfPixelSymmetric:
        return from / 2 * (1 - to / exact) + (x + 0.5) / scale - 0.5;
    case Coordinates::kPytorchHalfPixel:
        return out == 1 ? -0.5 : (x + 0.5) / scale - 0.5;
    case Coordinates::kAlignCorners:
        return out == 1 ? 0 : x * (from - 1) / (exact - 1);
    case Coordinates::kAsymmetric:
        return x / scale;
    case Coordinates::kTfHalfPixelForNn:
        return (x + 0.5) / scale;
    case Coordinates::kTfCropAndResize:
        break;
    }
    return out == 1 ? 0.5 * (start + end) * (from - 1) : start * (from - 1) + x * (end - start) * (from - 1) / (to - 1);
}

Filter::Filter(Attributes const& attrs, Axis const& axis, double position) noexcept
    : mBase(static_cast<int64_t>(std::ceil(position)) - 1), mRatio(position - static_cast<double>(mBase)),
      mShrink(attrs.antialias ? std::min(axis.scale, 1.0) : 1.0) {
    double const reach = attrs.mode == Mode::kLinear ? 1 : 2;
    auto const low = static_cast<int64_t>(std::floor(-reach / mShrink)) + 1;
    first = mBase + low;
    count = 2 - 2 * low;
}

double Filter::weight(Attributes const& attrs, Axis const& axis, int64_t i) const noexcept {
    int64_t const at = first + i;
    if (attrs.excludeOutside && (at < 0 || at >= axis.in))
        return 0;
    double const distance = (static_cast<double>(at - mBase) - mRatio) * mShrink;
    return attrs.mode == Mode::kLinear ? std::max(0.0, 1 - std::abs(distance)) : cubic(attrs.cubicA, distance);
}

int64_t nearestIndex(Attributes const& attrs, Axis const& axis, double position) noexcept {
    double at = position;
    switch (attrs.nearest) {
    case Nearest::kRoundPreferFloor:
        at = std::ceil(position - 0.5);
        break;
    case Nearest::kRoundPreferCeil:
        at = std::floor(position + 0.5);
        break;
    case Nearest::kFloor:
        at = std::floor(position);
        break;
    case Nearest::kCeil:
        at = std::ceil(position);
        break;
    case Nearest::kSimple:
        at = axis.scale < 1 ? std::ceil(position) : std::floor(position);
        break;
    }
    return std::clamp<int64_t>(static_cast<int64_t>(at), 0, axis.in - 1);
}

double policyScale(Attributes const& attrs, std::span<int64_t const> in, std::span<int64_t const> sizes) noexcept {
    auto const rank = static_cast<int64_t>(in.size());
    double best = attrs.policy == Policy::kNotLarger ? INFINITY : 0;
    for (int64_t axis = 0; axis < rank; ++axis)
        if (int64_t const entry = attrs.entryOf(axis, rank); entry >= 0) {
            double const scale = static_cast<double>(sizes[static_cast<size_t>(entry)]) /
                                 static_cast<double>(in[static_cast<size_t>(axis)]);
            best = attrs.policy == Policy::kNotLarger ? std::min(best, scale) : std::max(best, scale);
        }
    return best;
}

int64_t policyDim(Attributes const& attrs, std::span<int64_t const> in, std::span<int64_t const> sizes,
                  size_t axis) noexcept {
    return static_cast<int64_t>(std::floor(policyScale(attrs, in, sizes) * static_cast<double>(in[axis]) + 0.5));
}

Axis axisOf(Attributes const& attrs, int64_t axis, std::span<int64_t const> in, std::span<int64_t const> out,
            Lists const& lists) noexcept {
    auto const i = static_cast<size_t>(axis);
    Axis a{in[i], out[i], 1, 0, 1};
    int64_t const entry = attrs.entryOf(axis, static_cast<int64_t>(in.size()));
    if (entry < 0)
        return a;
    auto const e = static_cast<size_t>(entry);
    if (!lists.scales.empty())
        a.scale = static_cast<double>(lists.scales[e]);
    else if (attrs.policy != Policy::kStretch)
        a.scale = policyScale(attrs, in, lists.sizes);
    else
        a.scale = static_cast<double>(out[i]) / static_cast<double>(in[i]);
    if (!lists.roi.empty()) {
        a.start = static_cast<double>(lists.roi[e]);
        a.end = static_cast<double>(lists.roi[e + lists.roi.size() / 2]);
    }
    return a;
}

DimExpr scaledDim(DimExpr const& in, float scale) {
    // Continued fraction: the first fraction that rounds to the scale.
    double rest = scale;
    int64_t p0 = 0, q0 = 1, p1 = 1, q1 = 0;
    for (int step = 0; step < 24; ++step) {
        double const whole = std::floor(rest);
        auto const digit = static_cast<int64_t>(std::min(whole, 0x1p40));
        int64_t const p = digit * p1 + p0, q = digit * q1 + q0;
        if (q > 65536 || p > (int64_t{1} << 40))
            break;
        if (static_cast<float>(static_cast<double>(p) / static_cast<double>(q)) == scale)
            return floorDiv(in * p, q);
        p0 = p1, q0 = q1, p1 = p, q1 = q;
        rest = 1 / (rest - whole);
    }
    int exponent = 0;
    double const mantissa = std::frexp(static_cast<double>(scale), &exponent); // 24 bits, so that it is exact
    auto const numerator = static_cast<int64_t>(std::ldexp(mantissa, 24));
    int const shift = 24 - exponent;
    return shift > 0 ? floorDiv(in * numerator, int64_t{1} << std::min(shift, 62))
                     : in * (numerator << std::min(-shift, 38));
}

namespace {

constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16, DType::kI8,  DType::kI16, DType::kI32,
                            DType::kI64, DType::kU8,  DType::kU16, DType::kU32,  DType::kU64, DType::kBool};

/// scales and sizes have one element for each resized axis.
void requireCount(InferContext& c, char const* what, size_t given, size_t wanted) {
    if (given != wanted)
        c.fail(Message::kShape, fmt::format("the {} of a resize do not fit its axes", what),
               fmt::format("{} numbers", wanted), fmt::format("{}", given));
}

Dims fromScales(Attributes const& a, InferContext& c, Dims const& x, size_t entries) {
    Fact const& scales = c.in(2);
    Dims out = x;
    if (scales.type.isStatic() && scales.type.rank() == 1)
        requireCount(c, "scales", static_cast<size_t>((*scales.type.dims)[0].value()), entries);
    if (scales.bytes == nullptr || !scales.type.isStatic() || scales.type.rank() != 1) { // only the data tell
        for (size_t i = 0; i < x.size(); ++i)
            if (a.entryOf(static_cast<int64_t>(i), static_cast<int64_t>(x.size())) >= 0)
                out[i] = c.newSymbol();
        return out;
    }
    for (size_t i = 0; i < x.size(); ++i) {
        int64_t const entry = a.entryOf(static_cast<int64_t>(i), static_cast<int64_t>(x.size()));
        if (entry < 0)
            continue;
        float const scale = scales.as<float>()[entry];
        if (!(scale > 0) || !std::isfinite(scale))
            c.fail(Message::kAttribute, "a scale of a resize", "a positive number", fmt::format("{}", scale));
        out[i] = scaledDim(x[i], scale);
    }
    return out;
}

Dims fromSizes(Attributes const& a, InferContext& c, Dims const& x, size_t entries) {
    auto const rank = static_cast<int64_t>(x.size());
    Dims const* sizes = c.content(3);
    Dims out = x;
    if (sizes != nullptr)
        requireCount(c, "sizes", sizes->size(), entries);
    std::vector<int64_t> in, wanted;
    bool const open = a.policy != Policy::kStretch && (sizes == nullptr || !allConst(x) || !allConst(*sizes));
    if (a.policy != Policy::kStretch && !open) {
        for (DimExpr const& d : x)
            in.push_back(d.value());
        for (DimExpr const& d : *sizes)
            wanted.push_back(d.value());
    }
    for (size_t i = 0; i < x.size(); ++i) {
        int64_t const entry = a.entryOf(static_cast<int64_t>(i), rank);
        if (entry < 0)
            continue;
        if (open)
            out[i] = c.newSymbol();
        else if (a.policy != Policy::kStretch)
            out[i] = policyDim(a, in, wanted, i);
        else
            out[i] = sizes != nullptr ? (*sizes)[static_cast<size_t>(entry)] : c.newSymbol();
    }
    return out;
}

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kFloat[] = {DType::kF32};
    static constexpr DType kIndex[] = {DType::kI64};
    auto const& a = attrs.as<Attributes>();
    c.requireType(0, kTypes);
    DType const type = c.type(0).dtype;
    if (c.has(2) == c.has(3))
        c.fail(Message::kOperand, "a resize takes scales or sizes, one of them", "operand 2 or 3",
               c.has(2) ? "both" : "none");
    c.requireType(c.has(2) ? 2 : 3, c.has(2) ? std::span<DType const>(kFloat) : std::span<DType const>(kIndex));
    if (!c.type(0).ranked()) {
        c.setOut(0, type, std::nullopt);
        return;
    }
    Dims const& x = c.dims(0);
    for (int64_t axis : a.axes)
        c.axis(axis, static_cast<int64_t>(x.size()));
    size_t const entries = a.axes.empty() ? x.size() : a.axes.size();
    if (a.coordinates == Coordinates::kTfCropAndResize) {
        c.requireType(1, kFloat);
        if (Type const& roi = c.type(1); roi.isStatic() && roi.rank() == 1)
            requireCount(c, "regions of interest", static_cast<size_t>((*roi.dims)[0].value()), 2 * entries);
    }
    c.setOut(0, type, c.has(2) ? fromScales(a, c, x, entries) : fromSizes(a, c, x, entries));
}

} // namespace
} // namespace resizing

void resize_op(KernelTable& table) {
    static OpDef const kOp{.name = "resize",
                           .attrs = &attrType<resizing::Attributes>(),
                           .infer = resizing::infer,
                           .maxInputs = 4,
                           .shapeInputs = 0b1110u};
    table.add(kOp);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Resizing by interpolation. Operands: x, roi, scales, sizes; the last three are optional and have one entry for each
// axis of `axes` (roi: a start and an end). Exactly one of scales and sizes is there.
#pragma once

#include "base/reflect.h"
#include "shape/dim_expr.h"

#include <span>

// The namespace is not named as the folder is: tenon::resize is a function of src/kernel.
namespace tenon::ops::resizing {

enum class Mode : uint8_t { kNearest, kLinear, kCubic };
/// Where result position i lies in the operand.
enum class Coordinates : uint8_t {
    kHalfPixel,
    kHalfPixelSymmetric,
    kPytorchHalfPixel,
    kAlignCorners,
    kAsymmetric,
    kTfHalfPixelForNn,
    kTfCropAndResize
};
/// Which element a position between two takes. kSimple: down when the axis grows, up when it shrinks (the first Resize
/// of ONNX).
enum class Nearest : uint8_t { kRoundPreferFloor, kRoundPreferCeil, kFloor, kCeil, kSimple };
/// How sizes bind scales together: not at all, or one scale, the least or the greatest of those asked for.
enum class Policy : uint8_t { kStretch, kNotLarger, kNotSmaller };
std::string_view nameOf(Mode mode) noexcept;
std::string_view nameOf(Coordinates coordinates) noexcept;
std::string_view nameOf(Nearest nearest) noexcept;
std::string_view nameOf(Policy policy) noexcept;

struct Attributes {
    Mode mode = Mode::kNearest;
    Coordinates coordinates = Coordinates::kHalfPixel;
    Nearest nearest = Nearest::kRoundPreferFloor;
    Policy policy = Policy::kStretch;
    double cubicA = -0.75;
    bool excludeOutside = false; ///< elements outside the operand have no weight (else the edge continues)
    double extrapolation = 0;    ///< the result for positions outside, with kTfCropAndResize
    bool antialias = false;      ///< widen the filter when the axis shrinks
    std::vector<int64_t> axes;   ///< empty: all

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("mode", self.mode);
        visit("coordinates", self.coordinates);
        visit("nearest", self.nearest);
        visit("policy", self.policy);
        visit("cubicA", self.cubicA);
        visit("excludeOutside", self.excludeOutside);
        visit("extrapolation", self.extrapolation);
        visit("antialias", self.antialias);
        visit("axes", self.axes);
    }
    /// Place of `axis` in the lists of the operands, or -1.
    int64_t entryOf(int64_t axis, int64_t rank) const noexcept;
};

/// floor(in * scale), the scale taken as the simple fraction that it rounds.
DimExpr scaledDim(DimExpr const& in, float scale);

/// One axis with numbers for everything.
struct Axis {
    int64_t in = 1, out = 1;
    double scale = 1;
    double start = 0, end = 1; ///< region of interest

    bool isIdentity(Attributes const& attrs) const noexcept;
    /// Position in the operand of result position i.
    double position(Attributes const& attrs, int64_t i) const noexcept;
};

/// Elements of the operands beside x; empty where one is absent.
struct Lists {
    std::span<float const> roi, scales;
    std::span<int64_t const> sizes;
};
Axis axisOf(Attributes const& attrs, int64_t axis, std::span<int64_t const> in, std::span<int64_t const> out,
            Lists const& lists) noexcept;

/// The filter of linear and cubic resizing about a position: `count` elements from `first` on, which may lie outside.
struct Filter {
    int64_t first = 0, count = 0;
    Filter(Attributes const& attrs, Axis const& axis, double position) noexcept;
    /// Weight of element first + i, before all are divided by their sum.
    double weight(Attributes const& attrs, Axis const& axis, int64_t i) const noexcept;

private:
    int64_t mBase;  ///< the element at the left of the position
    double mRatio;  ///< of the position, in (0, 1], from there
    double mShrink; ///< of the filter's argument
};

/// Element that a position takes with Mode::kNearest.
int64_t nearestIndex(Attributes const& attrs, Axis const& axis, double position) noexcept;
/// The common scale of a policy other than kStretch.
double policyScale(Attributes const& attrs, std::span<int64_t const> in, std::span<int64_t const> sizes) noexcept;
/// The dim that it gives an axis.
int64_t policyDim(Attributes const& attrs, std::span<int64_t const> in, std::span<int64_t const> sizes,
                  size_t axis) noexcept;

} // namespace tenon::ops::resizing

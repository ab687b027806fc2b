// SPDX-License-Identifier: Apache-2.0
// GridSample: x [N, C, spatial...] read at the places of a grid [N, out..., axes], whose coordinates run from -1 to 1
// and list the last axis first. Any number of spatial axes.
#pragma once

#include "base/reflect.h"

#include <array>

namespace tenon::ops::grid_sample {

enum class Mode : uint8_t { kLinear, kNearest, kCubic };
/// What lies outside: zeros, the nearest element, or the elements in reverse order.
enum class Padding : uint8_t { kZeros, kBorder, kReflection };

struct Attributes {
    Mode mode = Mode::kLinear;
    Padding padding = Padding::kZeros;
    bool alignCorners = false; ///< -1 and 1 are the centres of the outermost elements, else their outer edges

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("mode", self.mode);
        visit("padding", self.padding);
        visit("alignCorners", self.alignCorners);
    }
};

/// An element along one axis and its weight; index -1 is a zero outside.
struct Tap {
    int64_t index = 0;
    double weight = 1;
};
struct Taps {
    std::array<Tap, 4> tap;
    int count = 0;
};

/// One axis of what is sampled, of at least one element.
class Axis {
public:
    Axis(Attributes const& attrs, int64_t size) noexcept;
    /// What a coordinate reads: one, two or four elements. One that is no number counts as -1.
    Taps taps(double coordinate) const noexcept;

private:
    int64_t inside(int64_t i) const noexcept;

    Attributes mAttrs;
    int64_t mSize;
    double mLow, mHigh; ///< between which the axis lies
};

} // namespace tenon::ops::grid_sample

// SPDX-License-Identifier: Apache-2.0
// Pad: elements added (or, where a pad is negative, taken away) at both ends of axes. Operands: data, pads (all begins,
// then all ends), value (absent: 0), axes (absent: all).
#pragma once

#include "base/reflect.h"

#include <algorithm>
#include <string_view>

namespace tenon::ops::pad {

enum class Mode : uint8_t { kConstant, kReflect, kEdge, kWrap };

inline std::string_view nameOf(Mode mode) noexcept {
    constexpr std::string_view kNames[] = {"constant", "reflect", "edge", "wrap"};
    auto const i = static_cast<size_t>(mode);
    return i < std::size(kNames) ? kNames[i] : "";
}

struct Attributes {
    Mode mode = Mode::kConstant;
    double value = 0; ///< in the place of operand 2 where it is absent

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("mode", self.mode);
        visit("value", self.value);
    }
};

/// The source's position for position `at`, which counts from the source's first element and may lie outside; -1: the
/// pad value.
inline int64_t sourceOf(Mode mode, int64_t at, int64_t dim) noexcept {
    if (at >= 0 && at < dim)
        return at;
    if (mode == Mode::kConstant || dim == 0)
        return -1;
    if (mode == Mode::kEdge)
        return std::clamp<int64_t>(at, 0, dim - 1);
    if (mode == Mode::kWrap)
        return (at % dim + dim) % dim;
    int64_t const period = std::max<int64_t>(1, 2 * (dim - 1)); // the end itself is not repeated
    int64_t const phase = (at % period + period) % period;
    return std::min(phase, period - phase) % dim;
}

} // namespace tenon::ops::pad

// SPDX-License-Identifier: Apache-2.0
// Pooling over the spatial axes of [N, C, spatial...]: the greatest value, the mean or the Lp norm of each window, or
// of everything.
#pragma once

#include "shape/window.h"

namespace tenon::ops::pool {

enum class Kind : uint8_t { kMax, kAverage, kLp };
std::string_view nameOf(Kind kind) noexcept;

struct Attributes {
    Kind kind = Kind::kMax;
    Window window;                ///< its kernel is given, unless `global`
    bool global = false;          ///< one window: all spatial axes
    bool countIncludePad = false; ///< a mean divides by the taps inside the padded input, not by those inside the input
    int64_t p = 2;                ///< of the Lp norm
    bool columnMajor = false;     ///< indices (the second result of kMax) count the first spatial axis fastest

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("kind", self.kind);
        visit("window", self.window);
        visit("global", self.global);
        visit("countIncludePad", self.countIncludePad);
        visit("p", self.p);
        visit("columnMajor", self.columnMajor);
    }

    /// The window along one spatial axis of an input with `axes` of them.
    WindowAxis axis(size_t i, size_t axes, int64_t in) const noexcept {
        return global ? WindowAxis{.in = in, .out = 1, .kernel = in} : window.resolve(i, axes, window.kernel[i], in);
    }
};

} // namespace tenon::ops::pool

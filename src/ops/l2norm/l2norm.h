// SPDX-License-Identifier: Apache-2.0
// Division by the L2 (or L1) norm along one axis. Where the norm is zero, the result is zero, or NaN where that is
// asked for.
#pragma once

#include "base/reflect.h"

#include <string_view>

namespace tenon::ops::l2norm {

/// What keeps the divisor d from zero: nothing; max(d, epsilon); d + epsilon; sqrt(sum of squares + epsilon). kBare:
/// nothing either, and 0 / 0 is NaN.
enum class EpsilonMode : uint8_t { kNone, kMax, kAdd, kInside, kBare };
std::string_view nameOf(EpsilonMode mode) noexcept;

struct Attributes {
    int64_t axis = -1;
    int64_t p = 2; ///< 1 or 2
    double epsilon = 0;
    EpsilonMode mode = EpsilonMode::kNone;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
        visit("p", self.p);
        visit("epsilon", self.epsilon);
        visit("mode", self.mode);
    }
};

/// The divisor for a sum of squares (p = 2) or of absolute values.
double divisor(Attributes const& attrs, double sum) noexcept;

} // namespace tenon::ops::l2norm

// SPDX-License-Identifier: Apache-2.0
// Split: parts of the data along an axis. Operand 1 gives their sizes; without it they are equal.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::split {

struct Attributes {
    int64_t axis = 0;
    bool even = false; ///< without sizes: the parts must be equal; else the last ones may be smaller (or empty)

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
        visit("even", self.even);
    }
};

} // namespace tenon::ops::split

// SPDX-License-Identifier: Apache-2.0
// Split: parts of the data along an axis. Operand 1 gives their sizes; without it they are equal.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::split {

struct Attributes {
    int64_t axis = 0;
    int64_t parts =
        0; ///< that the dim is split into, of which the first ones are results; 0: as many as there are results
    bool even = false; ///< without sizes: the parts must be equal; else the last ones may be smaller (or empty)

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
        visit("parts", self.parts);
        visit("even", self.even);
    }
};

} // namespace tenon::ops::split

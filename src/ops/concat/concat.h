// SPDX-License-Identifier: Apache-2.0
// Concat: any number of operands behind one another along an axis.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::concat {

struct Attributes {
    int64_t axis = 0;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
    }
};

} // namespace tenon::ops::concat

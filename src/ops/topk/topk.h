// SPDX-License-Identifier: Apache-2.0
// TopK: the k (operand 1) largest or smallest elements along an axis, and where they were.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::topk {

struct Attributes {
    int64_t axis = -1;
    bool largest = true;
    bool sorted = true; ///< the order of the results; they are sorted in any case

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
        visit("largest", self.largest);
        visit("sorted", self.sorted);
    }
};

} // namespace tenon::ops::topk

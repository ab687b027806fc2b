// SPDX-License-Identifier: Apache-2.0
// ConcatFromSequence: the tensors of a sequence joined along an axis, or stacked along a new one.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::concat_from_sequence {

struct Attributes {
    int64_t axis = 0;
    bool newAxis = false; ///< the axis is one that the tensors do not have

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
        visit("newAxis", self.newAxis);
    }
};

} // namespace tenon::ops::concat_from_sequence

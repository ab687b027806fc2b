// SPDX-License-Identifier: Apache-2.0
// SplitToSequence: a tensor cut along an axis into the tensors of a sequence. Operand 1 gives the size of the parts (a
// scalar; the last may be smaller) or of each (a list); without it every part is 1 long.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::split_to_sequence {

struct Attributes {
    int64_t axis = 0;
    bool keepdims = true; ///< without operand 1: keep the axis, with dim 1

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
        visit("keepdims", self.keepdims);
    }
};

} // namespace tenon::ops::split_to_sequence

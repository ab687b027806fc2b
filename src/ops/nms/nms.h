// SPDX-License-Identifier: Apache-2.0
// Non-maximum suppression. Operands: boxes [N, boxes, 4], scores [N, classes, boxes], and optionally the most boxes of
// a class, the overlap above which a box is suppressed, and the score that a box must exceed. Result: one row {sample,
// class, box} for each box that stays, in order of sample, class and falling score.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::nms {

struct Attributes {
    int64_t limit = 0;   ///< best boxes of a sample, of all its classes together, that are looked at; 0: all
    bool centre = false; ///< boxes are {x, y, width, height} about the centre, else two opposite corners

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("limit", self.limit);
        visit("centre", self.centre);
    }
};

} // namespace tenon::ops::nms

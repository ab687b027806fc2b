// SPDX-License-Identifier: Apache-2.0
// Hardmax: 1 where the first largest element along the axis is, 0 elsewhere.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::hardmax {

struct Attributes {
    int64_t axis = -1;
    bool coerced = false; ///< over the axes axis..rank-1 together (before opset 13)

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
        visit("coerced", self.coerced);
    }
};

} // namespace tenon::ops::hardmax

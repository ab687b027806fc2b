// SPDX-License-Identifier: Apache-2.0
// Softmax and LogSoftmax along one axis (opset 13 and later), or over all axes from `axis` on (opset 1 to 12: coerced).
#pragma once

#include "base/reflect.h"

namespace tenon::ops::softmax {

struct Attributes {
    int64_t axis = -1;
    bool log = false;     ///< the logarithm of the softmax
    bool coerced = false; ///< normalise over the axes axis..rank-1 together

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
        visit("log", self.log);
        visit("coerced", self.coerced);
    }
};

} // namespace tenon::ops::softmax

// SPDX-License-Identifier: Apache-2.0
// ArgMax and ArgMin: where the largest or smallest element along an axis is.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::arg_reduce {

struct Attributes {
    int64_t axis = 0;
    bool keepdims = true;
    bool selectLast = false; ///< of equal elements the last one
    bool least = false;      ///< the smallest instead of the largest

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
        visit("keepdims", self.keepdims);
        visit("selectLast", self.selectLast);
        visit("least", self.least);
    }
};

} // namespace tenon::ops::arg_reduce

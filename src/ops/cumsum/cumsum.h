// SPDX-License-Identifier: Apache-2.0
// CumSum and CumProd: running sums or products along the axis in operand 1.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::cumsum {

struct Attributes {
    bool exclusive = false; ///< each sum leaves its own element out
    bool reverse = false;   ///< from the end
    bool product = false;   ///< products instead of sums

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("exclusive", self.exclusive);
        visit("reverse", self.reverse);
        visit("product", self.product);
    }
};

} // namespace tenon::ops::cumsum

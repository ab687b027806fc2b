// SPDX-License-Identifier: Apache-2.0
// CumSum: running sums along the axis in operand 1.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::cumsum {

struct Attributes {
    bool exclusive = false; ///< each sum leaves its own element out
    bool reverse = false;   ///< from the end

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("exclusive", self.exclusive);
        visit("reverse", self.reverse);
    }
};

} // namespace tenon::ops::cumsum

// SPDX-License-Identifier: Apache-2.0
// OneHot: a new axis of `depth` (operand 1) with values[1] where the index points and values[0] elsewhere (operand 2).
#pragma once

#include "base/reflect.h"

namespace tenon::ops::onehot {

struct Attributes {
    int64_t axis = -1; ///< of the result

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
    }
};

} // namespace tenon::ops::onehot

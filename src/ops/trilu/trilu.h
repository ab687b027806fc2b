// SPDX-License-Identifier: Apache-2.0
// Trilu: matrices with zeros below (upper) or above (lower) their k-th diagonal (operand 1, absent: 0).
#pragma once

#include "base/reflect.h"

namespace tenon::ops::trilu {

struct Attributes {
    bool upper = true;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("upper", self.upper);
    }
};

} // namespace tenon::ops::trilu

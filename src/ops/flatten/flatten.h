// SPDX-License-Identifier: Apache-2.0
// Flatten: a matrix whose rows run over the axes before `axis` and whose columns over the others.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::flatten {

struct Attributes {
    int64_t axis = 1; ///< in [-rank, rank]

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
    }
};

} // namespace tenon::ops::flatten

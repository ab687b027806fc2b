// SPDX-License-Identifier: Apache-2.0
// Gather: slices of the data along one axis, chosen by indices (negative ones count from the end).
#pragma once

#include "base/reflect.h"

namespace tenon::ops::gather {

struct Attributes {
    int64_t axis = 0;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
    }
};

} // namespace tenon::ops::gather

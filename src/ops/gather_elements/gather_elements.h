// SPDX-License-Identifier: Apache-2.0
// GatherElements: each element of the result is one of the data, with the index along one axis taken from the indices.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::gather_elements {

struct Attributes {
    int64_t axis = 0;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
    }
};

} // namespace tenon::ops::gather_elements

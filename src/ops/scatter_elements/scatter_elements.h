// SPDX-License-Identifier: Apache-2.0
// ScatterElements: the data with single elements replaced, or met, by updates; the index along one axis comes from the
// indices.
#pragma once

#include "base/reduction.h"
#include "base/reflect.h"

namespace tenon::ops::scatter_elements {

struct Attributes {
    int64_t axis = 0;
    Reduction reduction = Reduction::kNone;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
        visit("reduction", self.reduction);
    }
};

} // namespace tenon::ops::scatter_elements

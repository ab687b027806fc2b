// SPDX-License-Identifier: Apache-2.0
// ScatterND: the data with slices replaced, or met, by updates; the last axis of the indices holds positions in the
// data.
#pragma once

#include "base/reduction.h"
#include "base/reflect.h"

namespace tenon::ops::scatter_nd {

struct Attributes {
    Reduction reduction = Reduction::kNone;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("reduction", self.reduction);
    }
};

} // namespace tenon::ops::scatter_nd

// SPDX-License-Identifier: Apache-2.0
// GatherND: the last axis of the indices holds positions in the data, behind batch_dims axes that both share.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::gather_nd {

struct Attributes {
    int64_t batch_dims = 0;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("batch_dims", self.batch_dims);
    }
};

} // namespace tenon::ops::gather_nd

// SPDX-License-Identifier: Apache-2.0
// A cache with new entries along one axis. Operands: the cache, the update, and optionally where each sample's update
// begins (operand 2; else at 0).
#pragma once

#include "base/reflect.h"

namespace tenon::ops::tensor_scatter {

struct Attributes {
    int64_t axis = -2;     ///< not the first
    bool circular = false; ///< what runs over the end goes on at the start

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
        visit("circular", self.circular);
    }
};

} // namespace tenon::ops::tensor_scatter

// SPDX-License-Identifier: Apache-2.0
// ReverseSequence: the first sequence_lens[b] (operand 1) elements along the time axis of each batch entry, reversed.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::reverse_sequence {

struct Attributes {
    int64_t batch_axis = 1; ///< 0 or 1
    int64_t time_axis = 0;  ///< the other one

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("batch_axis", self.batch_axis);
        visit("time_axis", self.time_axis);
    }
};

} // namespace tenon::ops::reverse_sequence

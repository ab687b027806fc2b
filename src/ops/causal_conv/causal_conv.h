// SPDX-License-Identifier: Apache-2.0
// A convolution of each channel by itself that looks back only. Operands: x [batch, channels, length], weight
// [channels, 1, k], and optionally bias [channels] and the last k-1 elements before x. Results: the output and the last
// k-1 elements after it.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::causal_conv {

struct Attributes {
    bool silu = false; ///< the output y becomes y * sigmoid(y)

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("silu", self.silu);
    }
};

} // namespace tenon::ops::causal_conv

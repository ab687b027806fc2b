// SPDX-License-Identifier: Apache-2.0
// The matrix product of the last two axes, broadcast over the others (NumPy's matmul), with either operand transposed.
// An operand of rank 1 is a row (the first) or a column (the second), and its axis is missing in the result.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::matmul {

struct Attributes {
    bool transA = false; ///< the first operand's last two axes are swapped (of rank 2 and more)
    bool transB = false;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("transA", self.transA);
        visit("transB", self.transB);
    }
};

} // namespace tenon::ops::matmul

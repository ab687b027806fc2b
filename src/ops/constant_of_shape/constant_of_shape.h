// SPDX-License-Identifier: Apache-2.0
// ConstantOfShape: one value everywhere, in a tensor whose dims are the elements of operand 0.
#pragma once

#include "base/dtype.h"
#include "base/reflect.h"

namespace tenon::ops::constant_of_shape {

struct Attributes {
    DType dtype = DType::kF32;
    uint64_t bits = 0; ///< the value as it lies in memory (low bytes)

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("dtype", self.dtype);
        visit("bits", self.bits);
    }
};

} // namespace tenon::ops::constant_of_shape

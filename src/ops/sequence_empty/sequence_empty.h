// SPDX-License-Identifier: Apache-2.0
// SequenceEmpty: a sequence without items, of tensors of one element type.
#pragma once

#include "base/dtype.h"
#include "base/reflect.h"

namespace tenon::ops::sequence_empty {

struct Attributes {
    DType dtype = DType::kF32;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("dtype", self.dtype);
    }
};

} // namespace tenon::ops::sequence_empty

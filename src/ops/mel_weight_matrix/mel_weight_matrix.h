// SPDX-License-Identifier: Apache-2.0
// The matrix [length / 2 + 1, bands] that takes a spectrum to bands of equal width on the mel scale, triangles of
// height
// 1. Operands, all scalars: bands, length of the transform, sample rate, lowest and highest frequency.
#pragma once

#include "base/dtype.h"
#include "base/reflect.h"

namespace tenon::ops::mel_weight_matrix {

struct Attributes {
    DType type = DType::kF32; ///< of the result

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("type", self.type);
    }
};

} // namespace tenon::ops::mel_weight_matrix

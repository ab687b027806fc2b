// SPDX-License-Identifier: Apache-2.0
// Batch normalisation as inference uses it: (x - mean) / sqrt(variance + epsilon) * scale + bias, the four given per
// channel (axis 1).
#pragma once

#include "base/reflect.h"

namespace tenon::ops::batchnorm {

struct Attributes {
    double epsilon = 1e-5;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("epsilon", self.epsilon);
    }
};

} // namespace tenon::ops::batchnorm

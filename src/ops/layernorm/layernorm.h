// SPDX-License-Identifier: Apache-2.0
// Layer normalisation over the axes axis..rank-1: (x - mean) / sqrt(variance + epsilon) * scale + bias. Results 1 and
// 2, where wanted, are the mean and 1 / sqrt(variance + epsilon) in f32. scale and bias broadcast to x.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::layernorm {

struct Attributes {
    int64_t axis = -1;
    double epsilon = 1e-5;
    bool centred = true; ///< else the mean counts as 0, and the variance is the mean square

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
        visit("epsilon", self.epsilon);
        visit("centred", self.centred);
    }
};

} // namespace tenon::ops::layernorm

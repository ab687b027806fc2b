// SPDX-License-Identifier: Apache-2.0
// Local response normalisation: x / (bias + alpha / size * the sum of x^2 over `size` channels about each)^beta.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::lrn {

struct Attributes {
    int64_t size = 1;
    double alpha = 1e-4, beta = 0.75, bias = 1;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("size", self.size);
        visit("alpha", self.alpha);
        visit("beta", self.beta);
        visit("bias", self.bias);
    }
};

} // namespace tenon::ops::lrn

// SPDX-License-Identifier: Apache-2.0
// Normalizer of ai.onnx.ml: the elements along the last axis divided by their maximum, the sum of their magnitudes, or
// their length. What would be divided by zero stays as it is.
#pragma once

#include "base/reflect.h"

#include <string>

namespace tenon::ops::normalizer {

struct Attributes {
    std::string norm = "MAX"; ///< MAX, L1 or L2

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("norm", self.norm);
    }
};

} // namespace tenon::ops::normalizer

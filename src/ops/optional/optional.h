// SPDX-License-Identifier: Apache-2.0
// ONNX Optional: an optional that holds the operand, or, without one, an empty optional of a type.
#pragma once

#include "shape/type.h"

namespace tenon::ops::optional {

struct Attributes {
    Type element; ///< of an empty optional; a present operand tells its type itself

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("element", self.element);
    }
};

} // namespace tenon::ops::optional

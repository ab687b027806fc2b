// SPDX-License-Identifier: Apache-2.0
// Reshape: the elements in the same order under new dims. Operand 1 gives the dims; -1 is solved from the others, 0
// copies a dim.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::reshape {

struct Attributes {
    bool allowzero = false; ///< 0 means a dim of 0 instead of a copied one

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("allowzero", self.allowzero);
    }
};

} // namespace tenon::ops::reshape

// SPDX-License-Identifier: Apache-2.0
// Rotary position embedding. Operands: x, cosines, sines, and optionally the positions of the tokens, which are rows of
// the two tables. Without positions the tables are [batch, sequence, half the rotated size].
#pragma once

#include "base/reflect.h"

namespace tenon::ops::rotary_embedding {

struct Attributes {
    bool interleaved = false; ///< the two parts of a pair lie side by side, else half the rotated size apart
    int64_t rotated = 0;      ///< leading elements of a head that are rotated; 0: all
    int64_t heads = 0;        ///< of an operand of rank 3, [batch, sequence, heads * size]

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("interleaved", self.interleaved);
        visit("rotated", self.rotated);
        visit("heads", self.heads);
    }
};

} // namespace tenon::ops::rotary_embedding

// SPDX-License-Identifier: Apache-2.0
// Rotary position embedding. Operands: x, cosines, sines, and optionally the positions of the tokens, which are rows of
// the two tables. Without positions the tables are [batch, sequence, half the rotated size].
#pragma once

#include "base/reflect.h"

#include <span>

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

/// Of an operand of rank 3 or 4.
struct Sizes {
    int64_t batch, heads, length, size, rotated;
    bool flat; ///< [batch, length, heads, size], else [batch, heads, length, size]

    Sizes(Attributes const& a, std::span<int64_t const> x) noexcept
        : batch(x[0]), heads(x.size() == 3 ? a.heads : x[1]), length(x[x.size() == 3 ? 1 : 2]),
          size(x.size() == 3 ? x[2] / a.heads : x[3]), rotated(a.rotated == 0 ? size : a.rotated), flat(x.size() == 3) {
    }

    /// The token that a row of `size` elements is of, counted over the batch.
    int64_t tokenOf(int64_t row) const noexcept {
        int64_t const b = row / (heads * length), rest = row % (heads * length);
        return b * length + (flat ? rest / heads : rest % length);
    }
};

} // namespace tenon::ops::rotary_embedding

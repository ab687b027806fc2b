// SPDX-License-Identifier: Apache-2.0
// Transpose: axis i of the result is axis perm[i] of the operand. Without perm the axes are reversed.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::transpose {

struct Attributes {
    std::vector<int64_t> perm;

    /// Axis of the operand that axis i of the result is.
    size_t axis(size_t i, size_t rank) const noexcept {
        return perm.empty() ? rank - 1 - i : static_cast<size_t>(perm[i]);
    }

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("perm", self.perm);
    }
};

} // namespace tenon::ops::transpose

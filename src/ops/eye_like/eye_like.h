// SPDX-License-Identifier: Apache-2.0
// EyeLike: ones on the k-th diagonal of a matrix with the dims of the operand.
#pragma once

#include "base/dtype.h"
#include "base/reflect.h"

#include <optional>

namespace tenon::ops::eye_like {

struct Attributes {
    std::optional<DType> dtype; ///< absent: the type of the operand
    int64_t k = 0;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("dtype", self.dtype);
        visit("k", self.k);
    }
};

} // namespace tenon::ops::eye_like

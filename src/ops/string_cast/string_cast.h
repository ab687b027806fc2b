// SPDX-License-Identifier: Apache-2.0
// Cast between strings and numbers. Numbers become the shortest text that gives them back (12, 0.1, 1e-05, NaN, INF);
// truth values 1 and 0.
#pragma once

#include "base/dtype.h"
#include "base/reflect.h"

namespace tenon::ops::string_cast {

struct Attributes {
    DType to = DType::kString; ///< exactly one of this and the operand's type is string

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("to", self.to);
    }
};

} // namespace tenon::ops::string_cast

// SPDX-License-Identifier: Apache-2.0
// Unique: the different elements of a tensor, or its different slices along an axis. Results: these; where each stands
// first; for every element or slice the place of its like in result 0; how often each occurs.
#pragma once

#include "base/reflect.h"

#include <optional>

namespace tenon::ops::unique {

struct Attributes {
    std::optional<int64_t> axis; ///< absent: elements of the flattened tensor
    bool sorted = true;          ///< ascending, else in the order in which they occur

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
        visit("sorted", self.sorted);
    }
};

} // namespace tenon::ops::unique

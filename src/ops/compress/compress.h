// SPDX-License-Identifier: Apache-2.0
// Compress: the slices along an axis (absent: the elements of the flattened tensor) whose condition is true.
#pragma once

#include "base/reflect.h"

#include <optional>

namespace tenon::ops::compress {

struct Attributes {
    std::optional<int64_t> axis;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
    }
};

} // namespace tenon::ops::compress

// SPDX-License-Identifier: Apache-2.0
// OneHotEncoder of ai.onnx.ml: a new last axis with a one at the place of the element's category.
#pragma once

#include "base/reflect.h"

#include <string>
#include <vector>

namespace tenon::ops::one_hot_encoder {

struct Attributes {
    std::vector<int64_t> integers;  ///< categories; other numbers are cut to integers first
    std::vector<std::string> texts; ///< categories of a string tensor
    bool zeros = true;              ///< what is no category has zeros alone; else it is an error

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("cats_int64s", self.integers);
        visit("cats_strings", self.texts);
        visit("zeros", self.zeros);
    }
};

} // namespace tenon::ops::one_hot_encoder

// SPDX-License-Identifier: Apache-2.0
// ZipMap of ai.onnx.ml: each row of scores as a map from the labels.
#pragma once

#include "base/reflect.h"

#include <string>
#include <vector>

namespace tenon::ops::zip_map {

struct Attributes {
    std::vector<int64_t> integers;  ///< labels, one for each column,
    std::vector<std::string> texts; ///< or these

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("classlabels_int64s", self.integers);
        visit("classlabels_strings", self.texts);
    }
};

} // namespace tenon::ops::zip_map

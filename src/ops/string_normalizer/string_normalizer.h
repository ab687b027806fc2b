// SPDX-License-Identifier: Apache-2.0
// ONNX StringNormalizer: stop words taken out of [C] or [1, C] strings, then one case for all that are left.
#pragma once

#include "base/reflect.h"

#include <string>
#include <vector>

namespace tenon::ops::string_normalizer {

struct Attributes {
    std::string change = "NONE"; ///< NONE, LOWER or UPPER
    bool caseSensitive = false;  ///< of the comparison with stop words
    std::vector<std::string> stopwords;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("case_change_action", self.change);
        visit("is_case_sensitive", self.caseSensitive);
        visit("stopwords", self.stopwords);
    }
};

} // namespace tenon::ops::string_normalizer

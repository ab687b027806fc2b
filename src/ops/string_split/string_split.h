// SPDX-License-Identifier: Apache-2.0
// ONNX StringSplit: each string taken apart at a delimiter. Results: the parts, padded with empty strings to the most
// that any string has, and how many each string has.
#pragma once

#include "base/reflect.h"

#include <optional>
#include <string>

namespace tenon::ops::string_split {

struct Attributes {
    std::string delimiter;           ///< empty: at runs of white space, none at the ends
    std::optional<int64_t> maxsplit; ///< so many splits at most; the rest of the string stays whole

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("delimiter", self.delimiter);
        visit("maxsplit", self.maxsplit);
    }
};

} // namespace tenon::ops::string_split

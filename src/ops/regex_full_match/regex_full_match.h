// SPDX-License-Identifier: Apache-2.0
// ONNX RegexFullMatch: whether each string as a whole matches a pattern in RE2's syntax.
#pragma once

#include "base/reflect.h"

#include <string>

namespace tenon::ops::regex_full_match {

struct Attributes {
    std::string pattern;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("pattern", self.pattern);
    }
};

} // namespace tenon::ops::regex_full_match

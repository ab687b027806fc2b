// SPDX-License-Identifier: Apache-2.0
// A tensor of strings that is known when the engine is built. Strings have no bytes that a weight could hold, so such a
// constant is the result of an operator without operands.
#pragma once

#include "base/reflect.h"

#include <string>
#include <vector>

namespace tenon::ops::string_constant {

struct Attributes {
    std::vector<int64_t> dims;
    std::vector<std::string> values; ///< as many as the dims have elements, row-major

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("dims", self.dims);
        visit("values", self.values);
    }
};

} // namespace tenon::ops::string_constant

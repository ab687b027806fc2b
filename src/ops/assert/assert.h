// SPDX-License-Identifier: Apache-2.0
// Ends the run with a message unless all elements of its operand hold; the result is the operand.
#pragma once

#include "base/reflect.h"

#include <string>

namespace tenon::ops::assertion {

struct Attributes {
    std::string message;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("message", self.message);
    }
};

} // namespace tenon::ops::assertion

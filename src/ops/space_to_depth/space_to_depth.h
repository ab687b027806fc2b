// SPDX-License-Identifier: Apache-2.0
// SpaceToDepth: squares of pixels become channels, in the order [b, b, C].
#pragma once

#include "base/reflect.h"

namespace tenon::ops::space_to_depth {

struct Attributes {
    int64_t blocksize = 1;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("blocksize", self.blocksize);
    }
};

} // namespace tenon::ops::space_to_depth

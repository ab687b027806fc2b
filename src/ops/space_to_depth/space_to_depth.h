// SPDX-License-Identifier: Apache-2.0
// SpaceToDepth: squares of pixels become channels.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::space_to_depth {

struct Attributes {
    int64_t blocksize = 1;
    bool columnRowDepth = false; ///< channels are [C, b, b] (CRD) instead of [b, b, C] (DCR)

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("blocksize", self.blocksize);
        visit("columnRowDepth", self.columnRowDepth);
    }
};

} // namespace tenon::ops::space_to_depth

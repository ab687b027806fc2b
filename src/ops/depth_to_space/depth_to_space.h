// SPDX-License-Identifier: Apache-2.0
// DepthToSpace: blocks of channels become squares of pixels.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::depth_to_space {

struct Attributes {
    int64_t blocksize = 1;
    bool columnRowDepth = false; ///< channels are [C, b, b] (CRD) instead of [b, b, C] (DCR)

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("blocksize", self.blocksize);
        visit("columnRowDepth", self.columnRowDepth);
    }
};

} // namespace tenon::ops::depth_to_space

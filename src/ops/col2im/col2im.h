// SPDX-License-Identifier: Apache-2.0
// Col2Im: blocks [N, C * block, places] added up where they overlap, to images [N, C, spatial...]. Operands: the
// blocks, the image's spatial dims, the block's.
#pragma once

#include "shape/window.h"

namespace tenon::ops::col2im {

struct Attributes {
    Window window; ///< strides, pads, dilations

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("window", self.window);
    }
};

} // namespace tenon::ops::col2im

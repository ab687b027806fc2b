// SPDX-License-Identifier: Apache-2.0
// Convolution (cross-correlation) over any number of spatial axes: x [N, C, spatial...], w [O, C / group, kernel...],
// optional bias [O].
#pragma once

#include "shape/window.h"

namespace tenon::ops::conv {

struct Attributes {
    Window window;
    int64_t group = 1;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("window", self.window);
        visit("group", self.group);
    }
};

} // namespace tenon::ops::conv

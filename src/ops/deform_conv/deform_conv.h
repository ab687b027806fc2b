// SPDX-License-Identifier: Apache-2.0
// Deformable convolution over any number of spatial axes: like conv, but each tap reads x at its place plus an offset,
// between elements, and may be scaled. Operands: x, weights, offsets [N, offset groups * taps * axes, out...], and
// optionally bias and mask [N, offset groups * taps, out...].
#pragma once

#include "shape/window.h"

namespace tenon::ops::deform_conv {

struct Attributes {
    Window window;
    int64_t group = 1, offsetGroup = 1;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("window", self.window);
        visit("group", self.group);
        visit("offsetGroup", self.offsetGroup);
    }
};

} // namespace tenon::ops::deform_conv

// SPDX-License-Identifier: Apache-2.0
// CenterCropPad: the middle of a tensor, or the tensor in the middle of zeros. Operand 1 gives the new dims of the
// axes.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::center_crop_pad {

struct Attributes {
    std::vector<int64_t> axes; ///< from -rank to rank - 1
    bool allAxes = false;      ///< operand 1 has a dim for every axis

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axes", self.axes);
        visit("allAxes", self.allAxes);
    }
};

} // namespace tenon::ops::center_crop_pad

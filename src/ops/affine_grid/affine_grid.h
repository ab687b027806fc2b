// SPDX-License-Identifier: Apache-2.0
// AffineGrid: places for GridSample. Operand 0 holds a matrix for each sample, [N, 2, 3] or [N, 3, 4]; operand 1 the
// size of the image, [N, C, spatial...].
#pragma once

#include "base/reflect.h"

namespace tenon::ops::affine_grid {

struct Attributes {
    bool alignCorners = false; ///< -1 and 1 are the centres of the outermost elements, else their outer edges

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("alignCorners", self.alignCorners);
    }
};

} // namespace tenon::ops::affine_grid

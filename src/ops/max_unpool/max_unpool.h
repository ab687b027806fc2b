// SPDX-License-Identifier: Apache-2.0
// MaxUnpool: the elements of operand 0 put where the flat indices of operand 1 say, zeros elsewhere. Operand 2, where
// it is there, gives the dims of the result.
#pragma once

#include "shape/window.h"

namespace tenon::ops::max_unpool {

struct Attributes {
    Window window; ///< of the pooling that is undone

    /// Spatial dim of what was pooled. The dims in operand 2 may be larger: indices count over these.
    DimExpr outDim(size_t axis, size_t axes, DimExpr const& in) const {
        int64_t const stride = window.strides.empty() ? 1 : window.strides[axis];
        int64_t const pads = window.pads.empty() ? 0 : window.pads[axis] + window.pads[axis + axes];
        return (in - 1) * stride + (window.kernel[axis] - pads);
    }

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("window", self.window);
    }
};

} // namespace tenon::ops::max_unpool

// SPDX-License-Identifier: Apache-2.0
// Transposed convolution over any number of spatial axes: x [N, C, spatial...], w [C, O / group, kernel...], optional
// bias [O]. Each element of x adds its product with the kernel to a window of the result.
#pragma once

#include "shape/window.h"

namespace tenon::ops::conv_transpose {

struct Attributes {
    Window window; ///< of the convolution that this one transposes: its input is our output
    int64_t group = 1;
    std::vector<int64_t> outputPadding; ///< elements more at the end of each axis; empty: 0
    std::vector<int64_t> outputShape;   ///< spatial dims of the result, from which pads follow; empty: pads are given

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("window", self.window);
        visit("group", self.group);
        visit("outputPadding", self.outputPadding);
        visit("outputShape", self.outputShape);
    }

    /// One axis of the window: `out` elements of ours are read, and `in` are written.
    WindowAxis axis(size_t i, size_t axes, int64_t kernelDim, int64_t given) const noexcept;
    /// Channels of x, dims 0 and 1 of the weights, and elements of the bias (-1: none) go together.
    bool fits(int64_t channels, int64_t in, int64_t outGroup, int64_t bias) const noexcept {
        return channels == in && channels % group == 0 && (bias < 0 || bias == outGroup * group);
    }
    DimExpr outDim(size_t i, size_t axes, int64_t kernelDim, DimExpr const& given) const;
};

} // namespace tenon::ops::conv_transpose

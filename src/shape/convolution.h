// SPDX-License-Identifier: Apache-2.0
// What the convolutions (of real numbers, of integers) have in common: attributes, dims, and where taps read.
#pragma once

#include "shape/infer.h"
#include "shape/window.h"

#include <span>
#include <vector>

namespace tenon {

/// The attributes: x [N, C, spatial...] by w [O, C / group, kernel...].
struct Convolution {
    Window window;
    int64_t group = 1;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("window", self.window);
        visit("group", self.group);
    }
};

/// Holds the dims of operands x and w, and of the bias (operand 2) where there is one, to each other, and sets result
/// 0, of the type given. Throws Error.
void inferConvolution(Convolution const& a, InferContext& c, DType result, bool bias);

/// Input offset (or -1: padding) of every pair of output position and tap, over all spatial axes: what the reference
/// kernels walk over.
struct ConvolutionTaps {
    int64_t positions = 1, taps = 1, inSize = 1;
    std::vector<int64_t> offset; ///< [positions][taps]

    ConvolutionTaps(Convolution const& attrs, std::span<int64_t const> x, std::span<int64_t const> w);

private:
    static int64_t locate(std::vector<WindowAxis> const& window, int64_t p, int64_t t);
};

} // namespace tenon

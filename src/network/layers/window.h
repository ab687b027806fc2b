// SPDX-License-Identifier: Apache-2.0
// Layers with a window: convolution, deconvolution, pooling, response normalization; and padding.
#pragma once

#include "NvInfer.h"
#include "base/reflect.h"

#include <vector>

namespace tenon::layers {

/// Lists with one number for each spatial axis; an empty one stands for the default.
struct WindowShape {
    std::vector<int64_t> size;
    std::vector<int64_t> stride;    ///< empty: 1
    std::vector<int64_t> pre, post; ///< padding; empty: 0
    std::vector<int64_t> dilation;  ///< empty: 1
    nvinfer1::PaddingMode mode = nvinfer1::PaddingMode::kEXPLICIT_ROUND_DOWN;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("size", self.size);
        visit("stride", self.stride);
        visit("pre", self.pre);
        visit("post", self.post);
        visit("dilation", self.dilation);
        visit("mode", self.mode);
    }
};

/// Operands: x [N, C, spatial...], kernel, bias. The kernel's dims are [maps, C / groups, size...].
struct Convolution {
    int64_t maps = 0, groups = 1;
    WindowShape window;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("maps", self.maps);
        visit("groups", self.groups);
        visit("window", self.window);
    }
};

/// The same, transposed: the kernel's dims are [C, maps / groups, size...].
struct Deconvolution : Convolution {};

/// Operands: x.
struct Pooling {
    nvinfer1::PoolingType type = nvinfer1::PoolingType::kMAX;
    float blend = 0;
    bool exclusive = true; ///< a mean divides by the number of elements that are not padding
    WindowShape window;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("type", self.type);
        visit("blend", self.blend);
        visit("exclusive", self.exclusive);
        visit("window", self.window);
    }
};

/// x / (k + alpha / window * sum of x^2 over the window)^beta. Operands: x [N, C, spatial...].
struct ResponseNorm {
    int64_t window = 1;
    float alpha = 0, beta = 0, k = 1;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("window", self.window);
        visit("alpha", self.alpha);
        visit("beta", self.beta);
        visit("k", self.k);
    }
};

/// Zeros around the last two axes, or fewer elements where a number is negative. Operands: x.
struct Padding {
    std::vector<int64_t> pre, post;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("pre", self.pre);
        visit("post", self.post);
    }
};

} // namespace tenon::layers

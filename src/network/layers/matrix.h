// SPDX-License-Identifier: Apache-2.0
// Products of matrices.
#pragma once

#include "NvInfer.h"
#include "base/reflect.h"

#include <string>

namespace tenon::layers {

/// Operands: a, b.
struct MatrixMultiply {
    nvinfer1::MatrixOperation a = nvinfer1::MatrixOperation::kNONE, b = nvinfer1::MatrixOperation::kNONE;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("a", self.a);
        visit("b", self.b);
    }
};

/// Operands: one or more.
struct Einsum {
    std::string equation;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("equation", self.equation);
    }
};

/// Operands: x [..., C, H, W], kernel [outputs, C * H * W], bias. Result: [..., outputs, 1, 1].
struct FullyConnected {
    int64_t outputs = 0;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("outputs", self.outputs);
    }
};

} // namespace tenon::layers

// SPDX-License-Identifier: Apache-2.0
// Layers that work element by element.
#pragma once

#include "NvInfer.h"
#include "base/reflect.h"

namespace tenon::layers {

/// Operands: x.
struct Activation {
    nvinfer1::ActivationType type = nvinfer1::ActivationType::kRELU;
    float alpha = 0, beta = 0;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("type", self.type);
        visit("alpha", self.alpha);
        visit("beta", self.beta);
    }
};

/// Operands: x.
struct Unary {
    nvinfer1::UnaryOperation op = nvinfer1::UnaryOperation::kEXP;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("op", self.op);
    }
};

/// Operands: a, b of one rank.
struct ElementWise {
    nvinfer1::ElementWiseOperation op = nvinfer1::ElementWiseOperation::kSUM;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("op", self.op);
    }
};

/// Operands: condition, then, else of one rank.
struct Select {
    template <class Self, class V>
    static void reflect(Self&, V&) {}
};

/// Operands: x.
struct Cast {
    nvinfer1::DataType to = nvinfer1::DataType::kFLOAT;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("to", self.to);
    }
};

/// Operands: x.
struct Identity {
    template <class Self, class V>
    static void reflect(Self&, V&) {}
};

/// Operands: x, slope.
struct ParametricRelu {
    template <class Self, class V>
    static void reflect(Self&, V&) {}
};

/// (x * scale + shift)^power. Operands: x, then the weights shift, scale and power, each of which may be absent.
struct Scale {
    nvinfer1::ScaleMode mode = nvinfer1::ScaleMode::kUNIFORM;
    int32_t channelAxis = 1;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("mode", self.mode);
        visit("channelAxis", self.channelAxis);
    }
};

} // namespace tenon::layers

// SPDX-License-Identifier: Apache-2.0
// Layers that make tensors, the resize and the assertion.
#pragma once

#include "NvInfer.h"
#include "base/reflect.h"

#include <string>
#include <vector>

namespace tenon::layers {

/// The result is a constant tensor of the network. No operands.
struct ConstantLayer {
    template <class Self, class V>
    static void reflect(Self&, V&) {}
};

/// Operands: dims, alpha, beta; each may be absent, its attribute then counts.
struct Fill {
    nvinfer1::FillOperation op = nvinfer1::FillOperation::kLINSPACE;
    std::vector<int64_t> dims;
    double alpha = 0, beta = 1;
    int64_t alphaInt = 0, betaInt = 1;
    bool integers = false; ///< alphaInt and betaInt count
    nvinfer1::DataType type = nvinfer1::DataType::kFLOAT;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("op", self.op);
        visit("dims", self.dims);
        visit("alpha", self.alpha);
        visit("beta", self.beta);
        visit("alphaInt", self.alphaInt);
        visit("betaInt", self.betaInt);
        visit("integers", self.integers);
        visit("type", self.type);
    }
};

/// Operands: x [N, C, H, W], grid [N, h, w, 2].
struct GridSample {
    nvinfer1::InterpolationMode mode = nvinfer1::InterpolationMode::kLINEAR;
    bool alignCorners = false;
    nvinfer1::SampleMode outside = nvinfer1::SampleMode::kFILL;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("mode", self.mode);
        visit("alignCorners", self.alignCorners);
        visit("outside", self.outside);
    }
};

/// Operands: a boolean shape tensor. No result.
struct Assertion {
    std::string message;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("message", self.message);
    }
};

/// Operands: x, the new dims as a tensor (in the place of `dims` and `scales`).
struct Resize {
    std::vector<int64_t> dims; ///< empty where scales or a tensor tell them
    std::vector<float> scales;
    nvinfer1::InterpolationMode mode = nvinfer1::InterpolationMode::kNEAREST;
    nvinfer1::ResizeCoordinateTransformation coordinates = nvinfer1::ResizeCoordinateTransformation::kASYMMETRIC;
    nvinfer1::ResizeSelector selector = nvinfer1::ResizeSelector::kFORMULA;
    nvinfer1::ResizeRoundMode rounding = nvinfer1::ResizeRoundMode::kFLOOR;
    float cubicCoeff = -0.75f;
    bool excludeOutside = false;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("dims", self.dims);
        visit("scales", self.scales);
        visit("mode", self.mode);
        visit("coordinates", self.coordinates);
        visit("selector", self.selector);
        visit("rounding", self.rounding);
        visit("cubicCoeff", self.cubicCoeff);
        visit("excludeOutside", self.excludeOutside);
    }
};

} // namespace tenon::layers

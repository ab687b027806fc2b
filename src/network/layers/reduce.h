// SPDX-License-Identifier: Apache-2.0
// Layers that work along axes: reductions, softmax, top-k, running sums, normalization.
#pragma once

#include "NvInfer.h"
#include "base/reflect.h"

namespace tenon::layers {

/// Operands: x. Axes are masks of 1 << axis.
struct Reduce {
    nvinfer1::ReduceOperation op = nvinfer1::ReduceOperation::kSUM;
    uint32_t axes = 0;
    bool keepDims = false;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("op", self.op);
        visit("axes", self.axes);
        visit("keepDims", self.keepDims);
    }
};

/// Operands: x.
struct SoftMax {
    uint32_t axes = 1;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axes", self.axes);
    }
};

/// Operands: x, bounds (extent 1 in place of the last axis).
struct RaggedSoftMax {
    template <class Self, class V>
    static void reflect(Self&, V&) {}
};

/// Operands: x, k (in the place of the attribute). Results: elements, indices.
struct TopK {
    nvinfer1::TopKOperation op = nvinfer1::TopKOperation::kMAX;
    int64_t k = 1;
    uint32_t axes = 1;
    nvinfer1::DataType indices = nvinfer1::DataType::kINT32;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("op", self.op);
        visit("k", self.k);
        visit("axes", self.axes);
        visit("indices", self.indices);
    }
};

/// Operands: x, axis.
struct Cumulative {
    nvinfer1::CumulativeOperation op = nvinfer1::CumulativeOperation::kSUM;
    bool exclusive = false, reverse = false;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("op", self.op);
        visit("exclusive", self.exclusive);
        visit("reverse", self.reverse);
    }
};

/// Operands: x, scale, bias.
struct Normalization {
    float epsilon = 1e-5f;
    uint32_t axes = 0;
    int64_t groups = 1;
    nvinfer1::DataType computePrecision = nvinfer1::DataType::kFLOAT;
    bool perChannel = false; ///< with groups: scale and bias have a number for each channel, not for each group
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("epsilon", self.epsilon);
        visit("axes", self.axes);
        visit("groups", self.groups);
        visit("computePrecision", self.computePrecision);
        visit("perChannel", self.perChannel);
    }
};

} // namespace tenon::layers

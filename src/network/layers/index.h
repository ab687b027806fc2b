// SPDX-License-Identifier: Apache-2.0
// Layers that pick or place elements by index.
#pragma once

#include "NvInfer.h"
#include "base/reflect.h"

namespace tenon::layers {

/// Operands: data, indices.
struct Gather {
    nvinfer1::GatherMode mode = nvinfer1::GatherMode::kDEFAULT;
    int64_t axis = 0;
    int64_t elementWiseDims = 0;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("mode", self.mode);
        visit("axis", self.axis);
        visit("elementWiseDims", self.elementWiseDims);
    }
};

/// Operands: data, indices, updates.
struct Scatter {
    nvinfer1::ScatterMode mode = nvinfer1::ScatterMode::kELEMENT;
    int64_t axis = 0;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("mode", self.mode);
        visit("axis", self.axis);
    }
};

/// Operands: indices, [off value, on value], depth.
struct OneHot {
    int64_t axis = -1;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
    }
};

/// Operands: x.
struct NonZero {
    nvinfer1::DataType indices = nvinfer1::DataType::kINT32;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("indices", self.indices);
    }
};

/// Operands: boxes [N, B, 4] or [N, B, 1, 4], scores [N, B, C], the most boxes of a class; optionally the overlap above
/// which a box is dropped and the least score. Results: [number, 3] of sample, class and box, and the number.
struct Nms {
    nvinfer1::BoundingBoxFormat format = nvinfer1::BoundingBoxFormat::kCORNER_PAIRS;
    int64_t limit = 5000; ///< best boxes of a sample that are looked at
    nvinfer1::DataType indices = nvinfer1::DataType::kINT32;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("format", self.format);
        visit("limit", self.limit);
        visit("indices", self.indices);
    }
};

} // namespace tenon::layers

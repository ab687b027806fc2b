// SPDX-License-Identifier: Apache-2.0
// Layers that move, cut or join elements without computing.
#pragma once

#include "NvInfer.h"
#include "base/reflect.h"

#include <optional>
#include <vector>

namespace tenon::layers {

/// Operands: any number of tensors.
struct Concatenation {
    int64_t axis = 0;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
    }
};

/// Transpose, reshape, transpose. Operands: x, the new dims as a tensor (in the place of `dims`).
struct Shuffle {
    std::optional<std::vector<int64_t>> first, second; ///< orders of axes; absent: the identity
    std::optional<std::vector<int64_t>> dims;          ///< absent: no reshape
    bool zeroIsPlaceholder = true;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("first", self.first);
        visit("second", self.second);
        visit("dims", self.dims);
        visit("zeroIsPlaceholder", self.zeroIsPlaceholder);
    }
};

/// Operands: x, start, size, stride, fill value, axes; each but x may be absent, its attribute then counts.
struct Slice {
    std::vector<int64_t> start, size, stride;
    nvinfer1::SampleMode mode = nvinfer1::SampleMode::kSTRICT_BOUNDS;
    std::optional<std::vector<int64_t>> axes; ///< absent: all
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("start", self.start);
        visit("size", self.size);
        visit("stride", self.stride);
        visit("mode", self.mode);
        visit("axes", self.axes);
    }
};

/// Operands: x.
struct Shape {
    nvinfer1::DataType type = nvinfer1::DataType::kINT64; ///< kINT32 for programs of generation 8
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("type", self.type);
    }
};

/// Operands: x, axes.
struct Squeeze {
    template <class Self, class V>
    static void reflect(Self&, V&) {}
};
struct Unsqueeze {
    template <class Self, class V>
    static void reflect(Self&, V&) {}
};

/// Operands: x, lengths.
struct ReverseSequence {
    int64_t batchAxis = 1, sequenceAxis = 0;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("batchAxis", self.batchAxis);
        visit("sequenceAxis", self.sequenceAxis);
    }
};

} // namespace tenon::layers

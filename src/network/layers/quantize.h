// SPDX-License-Identifier: Apache-2.0
// Quantization and its reverse.
#pragma once

#include "NvInfer.h"
#include "base/reflect.h"

#include <vector>

namespace tenon::layers {

/// Operands: x, scale, zero point (optional).
struct Quantize {
    int64_t axis = -1; ///< of a scale with one number for each slice; -1: none is set
    nvinfer1::DataType type = nvinfer1::DataType::kINT8;
    std::vector<int64_t> block; ///< extents of a block; empty: none are set
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
        visit("type", self.type);
        visit("block", self.block);
    }
};

/// The same; the type is that of the result.
struct Dequantize : Quantize {};

} // namespace tenon::layers

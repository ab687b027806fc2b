// SPDX-License-Identifier: Apache-2.0
// DequantizeLinear: y = (x - zero point) * scale. Operands: x, scale, zero point (optional, of x's type). The product
// is computed in fp32 and rounded once, to the type of y.
#pragma once

#include "shape/granularity.h"

namespace tenon::ops::dequantize_linear {

struct Attributes {
    Granularity granularity;
    std::optional<DType> type; ///< of y; absent: that of scale

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("granularity", self.granularity);
        visit("type", self.type);
    }
};

} // namespace tenon::ops::dequantize_linear

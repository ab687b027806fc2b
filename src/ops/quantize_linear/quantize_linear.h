// SPDX-License-Identifier: Apache-2.0
// QuantizeLinear: y = saturate(round(x / scale) + zero point), halves to even. Operands: x, scale, zero point
// (optional). Where y is a float type, x / scale + zero point is rounded once, to a value of that type. NaN gives the
// zero point in an integer type.
#pragma once

#include "shape/granularity.h"

namespace tenon::ops::quantize_linear {

struct Attributes {
    Granularity granularity;
    std::optional<DType> type;      ///< of y; absent: that of the zero point, without one u8
    std::optional<DType> precision; ///< the quotient is rounded to this type; absent: to the type of scale
    bool saturate = true;           ///< false: what an eight-bit float type cannot hold becomes infinity or NaN

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("granularity", self.granularity);
        visit("type", self.type);
        visit("precision", self.precision);
        visit("saturate", self.saturate);
    }
};

} // namespace tenon::ops::quantize_linear

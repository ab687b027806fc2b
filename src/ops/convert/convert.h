// SPDX-License-Identifier: Apache-2.0
// Conversions to and from the narrow types: floats of four and eight bits, e8m0, integers of two and four bits; and of
// a tensor's bits to another type of the same width. Conversions between the wider types are the pointwise row "cast".
#pragma once

#include "base/dtype.h"
#include "base/reflect.h"

namespace tenon::ops::convert {

/// How a number that lies between two powers of two becomes one (e8m0).
enum class Rounding : uint8_t { kUp, kDown, kNearest };

struct Attributes {
    DType to = DType::kF32;
    bool saturate = true; ///< a number outside a small float's range becomes the nearest in it, else infinity or NaN
    Rounding rounding = Rounding::kUp;
    bool bits = false; ///< the same bits as another type; the number is not looked at

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("to", self.to);
        visit("saturate", self.saturate);
        visit("rounding", self.rounding);
        visit("bits", self.bits);
    }
};

} // namespace tenon::ops::convert

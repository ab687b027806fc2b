// SPDX-License-Identifier: Apache-2.0
// A window of cosines, as long as the operand (a scalar) says: the sum of a[m] cos(2 pi m n / N), where N is the length
// (periodic) or one less (symmetric).
#pragma once

#include "base/dtype.h"
#include "base/reflect.h"

#include <array>

namespace tenon::ops::window {

struct Attributes {
    std::array<double, 3> coefficients{}; ///< a[0] to a[2]
    bool periodic = true;
    DType type = DType::kF32; ///< of the result

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("coefficients", self.coefficients);
        visit("periodic", self.periodic);
        visit("type", self.type);
    }
};

} // namespace tenon::ops::window

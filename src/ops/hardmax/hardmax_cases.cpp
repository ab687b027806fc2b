// SPDX-License-Identifier: Apache-2.0
// Ties, every axis, several axes as one, NaN, nothing.
#include "cases/case.h"
#include "ops/hardmax/hardmax.h"

#include <cmath>

namespace tenon::ops {

void hardmax_cases(test::CaseList& list) {
    using test::tensor;
    constexpr DType kType = DType::kF32;
    Box const x = tensor(kType, {2, 3}, {3, 3, 1, 0, 2, 1});
    list.addExact("hardmax", "ties", hardmax::Attributes{}, {x}, tensor(kType, {2, 3}, {1, 0, 0, 0, 1, 0}));
    list.addExact("hardmax", "axis0", hardmax::Attributes{.axis = 0}, {x}, tensor(kType, {2, 3}, {1, 1, 1, 0, 0, 0}));
    list.addExact("hardmax", "coerced", hardmax::Attributes{.axis = 0, .coerced = true}, {x},
                  tensor(kType, {2, 3}, {1, 0, 0, 0, 0, 0}));
    list.addExact("hardmax", "nan", hardmax::Attributes{}, {tensor(kType, {3}, {5, std::nan(""), 9})},
                  tensor(kType, {3}, {0, 1, 0}));
    list.addExact("hardmax", "half", hardmax::Attributes{}, {tensor(DType::kF16, {3}, {-1, -2, -0.5})},
                  tensor(DType::kF16, {3}, {0, 0, 1}));
    list.addExact("hardmax", "empty", hardmax::Attributes{}, {tensor(kType, {2, 0}, {})}, tensor(kType, {2, 0}, {}));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Diagonals inside and outside, other types.
#include "cases/case.h"
#include "ops/eye_like/eye_like.h"

namespace tenon::ops {

void eye_like_cases(test::CaseList& list) {
    using test::tensor;
    auto add = [&](std::string name, eye_like::Attributes a, DType type, Box want) {
        test::Case c{.name = std::move(name), .op = "eye_like", .attrs = a, .rtol = 0, .atol = 0};
        c.inputs = {test::random(type, want.dims, 1)};
        c.expected.push_back(std::move(want));
        list.add(std::move(c));
    };
    add("square", {}, DType::kI32, tensor(DType::kI32, {2, 2}, {1, 0, 0, 1}));
    add("above", {.k = 1}, DType::kF32, tensor(DType::kF32, {2, 3}, {0, 1, 0, 0, 0, 1}));
    add("below", {.k = -1}, DType::kF16, tensor(DType::kF16, {3, 2}, {0, 0, 1, 0, 0, 1}));
    add("outside", {.k = 9}, DType::kF64, tensor(DType::kF64, {2, 2}, {0, 0, 0, 0}));
    add("other_type", {.dtype = DType::kBool}, DType::kF32, tensor(DType::kBool, {2, 2}, {1, 0, 0, 1}));
    add("empty", {}, DType::kF32, tensor(DType::kF32, {0, 2}, {}));
}

} // namespace tenon::ops

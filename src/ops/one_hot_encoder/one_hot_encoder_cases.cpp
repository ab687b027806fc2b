// SPDX-License-Identifier: Apache-2.0
// Every type, what is no category, NaN.
#include "cases/case.h"
#include "ops/one_hot_encoder/one_hot_encoder.h"

#include <cmath>

namespace tenon::ops {

void one_hot_encoder_cases(test::CaseList& list) {
    using test::tensor;
    auto add = [&](std::string name, one_hot_encoder::Attributes a, Box in, Box want) {
        list.addExact("one_hot_encoder", std::move(name), std::move(a), {std::move(in)}, std::move(want));
    };
    one_hot_encoder::Attributes const numbers{{3, 5}, {}, true};
    add("i64", numbers, tensor(DType::kI64, {3}, {5, 4, 3}), tensor(DType::kF32, {3, 2}, {0, 1, 0, 0, 1, 0}));
    add("i32", numbers, tensor(DType::kI32, {}, {3}), tensor(DType::kF32, {2}, {1, 0}));
    add("f32", numbers, tensor(DType::kF32, {1, 2}, {3.9, NAN}), tensor(DType::kF32, {1, 2, 2}, {1, 0, 0, 0}));
    add("f64", numbers, tensor(DType::kF64, {2}, {5, 1e300}), tensor(DType::kF32, {2, 2}, {0, 1, 0, 0}));
    add("strings", {{}, {"a", "b", "c"}, true}, test::strings({2, 1}, {"c", "x"}),
        tensor(DType::kF32, {2, 1, 3}, {0, 0, 1, 0, 0, 0}));
}

} // namespace tenon::ops

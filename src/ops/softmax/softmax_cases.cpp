// SPDX-License-Identifier: Apache-2.0
#include "cases/case.h"
#include "ops/softmax/softmax.h"

namespace tenon::ops {

void softmax_cases(test::CaseList& list) {
    using test::Case;
    using test::random;
    auto add = [&](std::string name, softmax::Attributes a, Box in, double rtol = 1e-5) {
        list.add({.name = std::move(name), .op = "softmax", .attrs = a, .inputs = {std::move(in)}, .rtol = rtol});
    };
    int seed = 0;
    for (int64_t n : {1, 7, 16, 33, 1000}) {
        add("last_" + std::to_string(n), {}, random(DType::kF32, {3, n}, seed++, -10, 10));
        add("axis0_" + std::to_string(n), {.axis = 0}, random(DType::kF32, {n, 5}, seed++, -10, 10));
        add("log_" + std::to_string(n), {.log = true}, random(DType::kF32, {2, 2, n}, seed++, -10, 10));
    }
    add("coerced", {.axis = 1, .coerced = true}, random(DType::kF32, {2, 3, 5}, seed++));
    add("large_values", {}, random(DType::kF32, {4, 50}, seed++, -1e4, 1e4));
    add("empty", {}, random(DType::kF32, {0, 4}, seed++));
    add("half", {}, random(DType::kF16, {2, 40}, seed++), 2e-3);
    Case known{.name = "known", .op = "softmax", .attrs = softmax::Attributes{}};
    known.inputs.push_back(test::tensor(DType::kF32, {1, 3}, {-1, 0, 1}));
    known.expected.push_back(test::tensor(DType::kF32, {1, 3}, {0.09003057, 0.24472848, 0.66524094}));
    list.add(std::move(known));
}

} // namespace tenon::ops

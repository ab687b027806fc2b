// SPDX-License-Identifier: Apache-2.0
// Largest and smallest, every axis, ties, k of 0 and of everything, types.
#include "cases/case.h"
#include "ops/topk/topk.h"

namespace tenon::ops {

void topk_cases(test::CaseList& list) {
    using test::tensor;
    auto add = [&](std::string name, topk::Attributes a, Box data, double k, std::vector<Box> want = {}) {
        test::Case c{
            .name = std::move(name), .op = "topk", .attrs = a, .results = 2, .constants = {1}, .rtol = 0, .atol = 0};
        c.inputs = {std::move(data), tensor(DType::kI64, {1}, {k})};
        c.expected = std::move(want);
        list.add(std::move(c));
    };
    Box const row = tensor(DType::kF32, {1, 5}, {3, 1, 4, 1, 5});
    add("largest", {}, row, 3, {tensor(DType::kF32, {1, 3}, {5, 4, 3}), tensor(DType::kI64, {1, 3}, {4, 2, 0})});
    add("smallest", {.largest = false}, row, 3,
        {tensor(DType::kF32, {1, 3}, {1, 1, 3}), tensor(DType::kI64, {1, 3}, {1, 3, 0})});
    add("none", {}, row, 0, {tensor(DType::kF32, {1, 0}, {}), tensor(DType::kI64, {1, 0}, {})});
    uint64_t seed = 1;
    for (DType type : {DType::kF32, DType::kF16, DType::kI8, DType::kU64, DType::kF64})
        add("axis1_" + std::string(nameOf(type)), {.axis = 1}, test::random(type, {2, 7, 3}, seed++, 0, 9), 4);
    add("all", {.axis = 0}, test::random(DType::kF32, {6, 2}, seed++), 6);
    add("empty", {}, test::random(DType::kF32, {0, 3}, seed++), 2);
}

} // namespace tenon::ops

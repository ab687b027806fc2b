// SPDX-License-Identifier: Apache-2.0
// Largest and smallest, every axis, ties, types, NaN.
#include "cases/case.h"
#include "ops/arg_reduce/arg_reduce.h"

#include <cmath>

namespace tenon::ops {

void arg_reduce_cases(test::CaseList& list) {
    using test::tensor;
    auto add = [&](std::string name, arg_reduce::Attributes a, Box data, std::optional<Box> want = {}) {
        test::Case c{.name = std::move(name), .op = "arg_reduce", .attrs = a, .rtol = 0, .atol = 0};
        c.inputs = {std::move(data)};
        if (want)
            c.expected.push_back(std::move(*want));
        list.add(std::move(c));
    };
    Box const m = tensor(DType::kF32, {2, 3}, {3, 1, 3, 2, 5, 2});
    add("max_last", {.axis = 1}, m, tensor(DType::kI64, {2, 1}, {0, 1}));
    add("max_select_last", {.axis = -1, .keepdims = false, .selectLast = true}, m, tensor(DType::kI64, {2}, {2, 1}));
    add("min", {.axis = 1, .keepdims = false, .least = true}, m, tensor(DType::kI64, {2}, {1, 0}));
    add("axis0", {.axis = 0, .keepdims = false}, m, tensor(DType::kI64, {3}, {0, 1, 0}));
    add("nan", {.axis = 0, .keepdims = false}, tensor(DType::kF32, {3}, {1, NAN, 2}), tensor(DType::kI64, {}, {1}));
    uint64_t seed = 1;
    for (DType type : {DType::kF16, DType::kI8, DType::kU64, DType::kF64, DType::kI32})
        add("middle_" + std::string(nameOf(type)), {.axis = 1}, test::random(type, {2, 9, 3}, seed++, 0, 9));
    add("empty", {.axis = 1}, test::random(DType::kF32, {0, 3}, seed++));
    add("empty_axis", {.axis = 1}, test::random(DType::kF32, {0, 0}, seed++), test::random(DType::kI64, {0, 1}, 0));
    add("empty_axis_gone", {.axis = 1, .keepdims = false}, test::random(DType::kI8, {3, 0, 0}, seed++),
        test::random(DType::kI64, {3, 0}, 0));
}

} // namespace tenon::ops

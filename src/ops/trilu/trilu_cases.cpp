// SPDX-License-Identifier: Apache-2.0
// Upper and lower, diagonals inside and outside, batches, element sizes.
#include "cases/case.h"
#include "ops/trilu/trilu.h"

namespace tenon::ops {

void trilu_cases(test::CaseList& list) {
    using test::tensor;
    auto add = [&](std::string name, bool upper, Box data, std::optional<double> k, std::optional<Box> want = {}) {
        test::Case c{.name = std::move(name), .op = "trilu", .attrs = trilu::Attributes{upper}, .rtol = 0, .atol = 0};
        c.inputs = {std::move(data)};
        if (k)
            c.inputs.emplace_back(tensor(DType::kI64, {}, {*k}));
        if (want)
            c.expected.push_back(std::move(*want));
        list.add(std::move(c));
    };
    Box const m = tensor(DType::kI32, {2, 3}, {1, 2, 3, 4, 5, 6});
    add("upper", true, m, {}, tensor(DType::kI32, {2, 3}, {1, 2, 3, 0, 5, 6}));
    add("lower", false, m, {}, tensor(DType::kI32, {2, 3}, {1, 0, 0, 4, 5, 0}));
    add("upper_1", true, m, 1, tensor(DType::kI32, {2, 3}, {0, 2, 3, 0, 0, 6}));
    add("lower_minus_1", false, m, -1, tensor(DType::kI32, {2, 3}, {0, 0, 0, 4, 0, 0}));
    add("outside", true, m, 10, tensor(DType::kI32, {2, 3}, std::vector<double>(6, 0)));
    uint64_t seed = 1;
    for (DType type : {DType::kF32, DType::kF16, DType::kBool, DType::kF64})
        add("batch_" + std::string(nameOf(type)), false, test::random(type, {2, 2, 5, 4}, seed++), 1);
    add("empty", true, test::random(DType::kF32, {0, 3}, seed++), {});
}

} // namespace tenon::ops

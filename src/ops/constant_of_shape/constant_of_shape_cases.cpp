// SPDX-License-Identifier: Apache-2.0
// Types, rank 0 and empty results.
#include "cases/case.h"
#include "ops/constant_of_shape/constant_of_shape.h"

namespace tenon::ops {

void constant_of_shape_cases(test::CaseList& list) {
    auto add = [&](std::string name, constant_of_shape::Attributes a, std::vector<double> dims, Box want) {
        test::Case c{
            .name = std::move(name), .op = "constant_of_shape", .attrs = a, .constants = {0}, .rtol = 0, .atol = 0};
        auto const n = static_cast<int64_t>(dims.size());
        c.inputs = {test::tensor(DType::kI64, {n}, std::move(dims))};
        c.expected.push_back(std::move(want));
        list.add(std::move(c));
    };
    add("default", {}, {2, 3}, test::tensor(DType::kF32, {2, 3}, std::vector<double>(6, 0)));
    add("one_f32", {DType::kF32, 0x3f800000}, {4}, test::tensor(DType::kF32, {4}, std::vector<double>(4, 1)));
    add("i64", {DType::kI64, static_cast<uint64_t>(-7)}, {1, 2}, test::tensor(DType::kI64, {1, 2}, {-7, -7}));
    add("bool", {DType::kBool, 1}, {3}, test::tensor(DType::kBool, {3}, {1, 1, 1}));
    add("scalar", {DType::kI32, 5}, {}, test::tensor(DType::kI32, {}, {5}));
    add("empty", {DType::kF16, 0}, {0, 3}, test::tensor(DType::kF16, {0, 3}, {}));
}

} // namespace tenon::ops

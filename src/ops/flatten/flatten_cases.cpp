// SPDX-License-Identifier: Apache-2.0
// Every axis of a tensor, its end, rank 0 and an empty tensor.
#include "cases/case.h"
#include "ops/flatten/flatten.h"

namespace tenon::ops {

void flatten_cases(test::CaseList& list) {
    auto add = [&](std::string name, Box in, int64_t axis, std::vector<int64_t> want) {
        test::Case c{
            .name = std::move(name), .op = "flatten", .attrs = flatten::Attributes{axis}, .rtol = 0, .atol = 0};
        c.expected.push_back(in);
        c.expected[0].dims = std::move(want);
        c.inputs = {std::move(in)};
        list.add(std::move(c));
    };
    add("default", test::random(DType::kF32, {2, 3, 5}, 1), 1, {2, 15});
    add("axis_0", test::random(DType::kF16, {2, 3, 5}, 2), 0, {1, 30});
    add("axis_end", test::random(DType::kI8, {2, 3, 5}, 3, -9, 9), 3, {30, 1});
    add("negative", test::random(DType::kI64, {2, 3, 5}, 4, -9, 9), -1, {6, 5});
    add("scalar", test::random(DType::kF64, {}, 5), 0, {1, 1});
    add("empty", test::random(DType::kF32, {3, 0, 2}, 6), 2, {0, 2});
}

} // namespace tenon::ops

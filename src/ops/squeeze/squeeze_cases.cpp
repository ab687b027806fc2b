// SPDX-License-Identifier: Apache-2.0
// Axes from both ends, no axes, rank 0 and empty tensors.
#include "cases/case.h"

namespace tenon::ops {

void squeeze_cases(test::CaseList& list) {
    using test::random;
    auto add = [&](std::string name, Box in, std::vector<double> axes, std::vector<int64_t> want) {
        Box expected = in;
        expected.dims = std::move(want);
        auto const n = static_cast<int64_t>(axes.size());
        test::Case c{.name = std::move(name), .op = "squeeze", .constants = {1}, .rtol = 0, .atol = 0};
        c.inputs = {std::move(in), test::tensor(DType::kI64, {n}, std::move(axes))};
        c.expected.push_back(std::move(expected));
        list.add(std::move(c));
    };
    add("first", random(DType::kF32, {1, 3, 1, 5}, 1), {0}, {3, 1, 5});
    add("negative", random(DType::kF16, {1, 3, 1, 5}, 2), {-2}, {1, 3, 5});
    add("both_unordered", random(DType::kI64, {1, 3, 1, 5}, 3, -9, 9), {2, 0}, {3, 5});
    add("to_scalar", random(DType::kBool, {1, 1}, 4), {0, 1}, {});
    add("empty", random(DType::kF64, {0, 1}, 5), {1}, {0});
    add("no_axis_named", random(DType::kF32, {1, 2}, 6), {}, {1, 2});
    test::Case all{.name = "all_ones", .op = "squeeze", .rtol = 0, .atol = 0};
    all.inputs = {random(DType::kI8, {1, 3, 1, 5, 1}, 7, -9, 9), std::nullopt};
    all.expected.push_back(*all.inputs[0]);
    all.expected[0].dims = {3, 5};
    list.add(std::move(all));
}

} // namespace tenon::ops

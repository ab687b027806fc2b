// SPDX-License-Identifier: Apache-2.0
// Axes from both ends, no axes, rank 0 and empty tensors.
#include "cases/case.h"

namespace tenon::ops {

void unsqueeze_cases(test::CaseList& list) {
    using test::random;
    auto add = [&](std::string name, Box in, std::vector<double> axes, std::vector<int64_t> want) {
        Box expected = in;
        expected.dims = std::move(want);
        auto const n = static_cast<int64_t>(axes.size());
        test::Case c{.name = std::move(name), .op = "unsqueeze", .constants = {1}, .rtol = 0, .atol = 0};
        c.inputs = {std::move(in), test::tensor(DType::kI64, {n}, std::move(axes))};
        c.expected.push_back(std::move(expected));
        list.add(std::move(c));
    };
    add("front", random(DType::kF32, {3, 5}, 1), {0}, {1, 3, 5});
    add("last", random(DType::kF16, {3, 5}, 2), {-1}, {3, 5, 1});
    add("several_unordered", random(DType::kI64, {3, 5}, 3, -9, 9), {4, 0, 2}, {1, 3, 1, 5, 1});
    add("scalar", random(DType::kBool, {}, 4), {0, 1}, {1, 1});
    add("empty", random(DType::kF64, {0}, 5), {-2}, {1, 0});
}

} // namespace tenon::ops

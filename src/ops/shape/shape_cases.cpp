// SPDX-License-Identifier: Apache-2.0
// Start and end inside, outside, crossed; rank 0.
#include "cases/case.h"
#include "ops/shape/shape.h"

namespace tenon::ops {

void shape_cases(test::CaseList& list) {
    auto add = [&](std::string name, std::vector<int64_t> dims, shape::Attributes a, std::vector<double> want) {
        test::Case c{.name = std::move(name), .op = "shape", .attrs = a, .rtol = 0, .atol = 0};
        c.inputs = {test::random(DType::kF32, std::move(dims), 1)};
        auto const n = static_cast<int64_t>(want.size());
        c.expected.push_back(test::tensor(DType::kI64, {n}, std::move(want)));
        list.add(std::move(c));
    };
    add("all", {3, 4, 5}, {}, {3, 4, 5});
    add("start", {3, 4, 5}, {.start = 1}, {4, 5});
    add("end", {3, 4, 5}, {.end = 2}, {3, 4});
    add("negative", {3, 4, 5}, {.start = -2, .end = -1}, {4});
    add("clamped_start", {3, 4, 5}, {.start = -10}, {3, 4, 5});
    add("clamped_end", {3, 4, 5}, {.start = 1, .end = 10}, {4, 5});
    add("crossed", {3, 4, 5}, {.start = 2, .end = 1}, {});
    add("start_outside", {3, 4, 5}, {.start = 7}, {});
    add("scalar", {}, {}, {});
    add("empty", {0, 2}, {}, {0, 2});
}

} // namespace tenon::ops

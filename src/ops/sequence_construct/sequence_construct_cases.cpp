// SPDX-License-Identifier: Apache-2.0
// One and several tensors of different shapes.
#include "cases/case.h"

namespace tenon::ops {
void sequence_construct_cases(test::CaseList& list) {
    auto add = [&](std::string name, std::vector<Box> items) {
        test::Case c{.name = std::move(name), .op = "sequence_construct", .rtol = 0, .atol = 0};
        c.inputs.assign(items.begin(), items.end());
        c.expected.push_back(test::sequenceOf(std::move(items)));
        list.add(std::move(c));
    };
    add("one", {test::random(DType::kF32, {2, 3}, 1)});
    add("equal", {test::random(DType::kI64, {3}, 2, -9, 9), test::random(DType::kI64, {3}, 3, -9, 9)});
    add("different",
        {test::random(DType::kF16, {2, 3}, 4), test::random(DType::kF16, {}, 5), test::random(DType::kF16, {0}, 6)});
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Parts of 1 with and without the axis, a size, a list of sizes.
#include "cases/case.h"
#include "ops/split_to_sequence/split_to_sequence.h"

namespace tenon::ops {
void split_to_sequence_cases(test::CaseList& list) {
    using test::tensor;
    Box const data = tensor(DType::kI32, {2, 3}, {1, 2, 3, 4, 5, 6});
    auto add = [&](std::string name, split_to_sequence::Attributes a, std::optional<Box> sizes, std::vector<Box> want) {
        test::Case c{.name = std::move(name), .op = "split_to_sequence", .attrs = a, .rtol = 0, .atol = 0};
        c.inputs = {data};
        if (sizes)
            c.inputs.push_back(std::move(sizes));
        c.expected.push_back(test::sequenceOf(std::move(want)));
        list.add(std::move(c));
    };
    Box const left = tensor(DType::kI32, {2, 2}, {1, 2, 4, 5}), right = tensor(DType::kI32, {2, 1}, {3, 6});
    add("rows", {}, {}, {tensor(DType::kI32, {1, 3}, {1, 2, 3}), tensor(DType::kI32, {1, 3}, {4, 5, 6})});
    add("rows_squeezed", {.keepdims = false}, {},
        {tensor(DType::kI32, {3}, {1, 2, 3}), tensor(DType::kI32, {3}, {4, 5, 6})});
    add("uneven", {.axis = 1}, tensor(DType::kI64, {}, {2}), {left, right});
    add("sizes", {.axis = -1}, tensor(DType::kI32, {2}, {2, 1}), {left, right});
    add("whole", {}, tensor(DType::kI64, {1}, {2}), {data});
}

} // namespace tenon::ops

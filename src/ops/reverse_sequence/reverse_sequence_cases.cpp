// SPDX-License-Identifier: Apache-2.0
// Both orders of the axes, lengths of 0, of 1 and of everything.
#include "cases/case.h"
#include "ops/reverse_sequence/reverse_sequence.h"

namespace tenon::ops {

void reverse_sequence_cases(test::CaseList& list) {
    using test::tensor;
    auto add = [&](std::string name, reverse_sequence::Attributes a, Box data, std::vector<double> lengths,
                   std::optional<Box> want = {}) {
        test::Case c{.name = std::move(name), .op = "reverse_sequence", .attrs = a, .rtol = 0, .atol = 0};
        auto const n = static_cast<int64_t>(lengths.size());
        c.inputs = {std::move(data), tensor(DType::kI64, {n}, std::move(lengths))};
        if (want)
            c.expected.push_back(std::move(*want));
        list.add(std::move(c));
    };
    add("time_first", {}, tensor(DType::kI32, {3, 2}, {0, 1, 2, 3, 4, 5}), {3, 2},
        tensor(DType::kI32, {3, 2}, {4, 3, 2, 1, 0, 5}));
    add("batch_first", {0, 1}, tensor(DType::kI32, {2, 3}, {0, 1, 2, 3, 4, 5}), {1, 3},
        tensor(DType::kI32, {2, 3}, {0, 1, 2, 5, 4, 3}));
    add("deep", {}, test::random(DType::kF16, {5, 3, 4}, 1), {0, 5, 3});
}

} // namespace tenon::ops

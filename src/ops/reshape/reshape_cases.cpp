// SPDX-License-Identifier: Apache-2.0
// The rules of 0, -1 and allowzero, with the operand as data and as a constant.
#include "cases/case.h"
#include "ops/reshape/reshape.h"

namespace tenon::ops {

void reshape_cases(test::CaseList& list) {
    using test::random;
    using test::tensor;
    auto add = [&](std::string name, Box in, std::vector<double> target, std::vector<int64_t> want,
                   bool allowZero = false) {
        Box expected = in;
        expected.dims = std::move(want);
        auto const n = static_cast<int64_t>(target.size());
        test::Case c{.name = std::move(name),
                     .op = "reshape",
                     .attrs = reshape::Attributes{allowZero},
                     .constants = {1},
                     .rtol = 0,
                     .atol = 0};
        c.inputs = {std::move(in), tensor(DType::kI64, {n}, std::move(target))};
        c.expected.push_back(std::move(expected));
        list.add(std::move(c));
    };
    add("plain", random(DType::kF32, {2, 3, 4}, 1), {4, 6}, {4, 6});
    add("minus_one", random(DType::kF16, {2, 3, 5}, 2), {5, -1}, {5, 6});
    add("zero_copies", random(DType::kI8, {2, 3, 5}, 3, -100, 100), {0, -1}, {2, 15});
    add("zero_and_minus_one", random(DType::kF64, {2, 3, 4}, 4), {-1, 0, 2, 2}, {2, 3, 2, 2});
    add("to_scalar", random(DType::kI64, {1, 1}, 5, -9, 9), {}, {});
    add("from_scalar", random(DType::kBool, {}, 6), {1, -1, 1}, {1, 1, 1});
    add("empty_copied", random(DType::kF32, {0, 7}, 7), {0, 7, 1}, {0, 7, 1});
    add("empty_allowzero", random(DType::kF32, {0, 4}, 8), {3, 0}, {3, 0}, true);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Growth in front, in the middle, behind; every element size; nothing to grow; empty tensors.
#include "cases/case.h"

namespace tenon::ops {

void expand_cases(test::CaseList& list) {
    using test::random;
    uint64_t seed = 1;
    auto add = [&](std::string name, Box data, std::vector<double> target) {
        test::Case c{.name = std::move(name), .op = "expand", .constants = {1}, .rtol = 0, .atol = 0};
        auto const n = static_cast<int64_t>(target.size());
        c.inputs = {std::move(data), test::tensor(DType::kI64, {n}, std::move(target))};
        list.add(std::move(c));
    };
    for (DType type : {DType::kF32, DType::kF16, DType::kI8, DType::kF64, DType::kBool}) {
        std::string const name(nameOf(type));
        add("last_" + name, random(type, {3, 1}, seed++, -9, 9), {3, 17});
        add("middle_" + name, random(type, {2, 1, 5}, seed++, -9, 9), {4, 1, 3, 1});
        add("both_" + name, random(type, {3, 1, 2, 1}, seed++, -9, 9), {5, 1, 3});
    }
    add("scalar", random(DType::kF32, {}, seed++), {2, 3});
    add("shorter_target", random(DType::kF32, {2, 3, 4}, seed++), {1, 4});
    add("no_target", random(DType::kF32, {2, 3}, seed++), {});
    add("to_empty", random(DType::kF32, {1, 3}, seed++), {0, 3});
    add("from_empty", random(DType::kF32, {0, 1}, seed++), {0, 3});
    add("large", random(DType::kF32, {1, 1, 300}, seed++), {8, 64, 300});
    test::Case known{.name = "known", .op = "expand", .rtol = 0, .atol = 0};
    known.inputs = {test::tensor(DType::kI32, {2, 1}, {1, 2}), test::tensor(DType::kI64, {2}, {1, 3})};
    known.expected.push_back(test::tensor(DType::kI32, {2, 3}, {1, 1, 1, 2, 2, 2}));
    list.add(std::move(known));
}

} // namespace tenon::ops

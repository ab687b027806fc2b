// SPDX-License-Identifier: Apache-2.0
// Repetition of each axis, of none, zero times; every element size.
#include "cases/case.h"

namespace tenon::ops {

void tile_cases(test::CaseList& list) {
    using test::random;
    uint64_t seed = 1;
    auto add = [&](std::string name, Box data, std::vector<double> repeats) {
        test::Case c{.name = std::move(name), .op = "tile", .constants = {1}, .rtol = 0, .atol = 0};
        auto const n = static_cast<int64_t>(repeats.size());
        c.inputs = {std::move(data), test::tensor(DType::kI64, {n}, std::move(repeats))};
        list.add(std::move(c));
    };
    for (DType type : {DType::kF32, DType::kF16, DType::kI8, DType::kF64, DType::kBool}) {
        std::string const name(nameOf(type));
        add("all_" + name, random(type, {2, 3, 5}, seed++, -9, 9), {3, 1, 2});
        add("first_" + name, random(type, {2, 3}, seed++, -9, 9), {4, 1});
    }
    add("scalar", random(DType::kF32, {}, seed++), {});
    add("none", random(DType::kF32, {2, 3}, seed++), {1, 0});
    add("empty", random(DType::kF32, {0, 3}, seed++), {2, 2});
    test::Case known{.name = "known", .op = "tile", .rtol = 0, .atol = 0};
    known.inputs = {test::tensor(DType::kI32, {2, 2}, {1, 2, 3, 4}), test::tensor(DType::kI64, {2}, {1, 2})};
    known.expected.push_back(test::tensor(DType::kI32, {2, 4}, {1, 2, 1, 2, 3, 4, 3, 4}));
    list.add(std::move(known));
}

} // namespace tenon::ops

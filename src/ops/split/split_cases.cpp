// SPDX-License-Identifier: Apache-2.0
// Equal and unequal parts, given sizes, every element size, empty parts and tensors.
#include "cases/case.h"
#include "ops/split/split.h"

namespace tenon::ops {

void split_cases(test::CaseList& list) {
    using test::random;
    using test::tensor;
    uint64_t seed = 1;
    auto add = [&](std::string name, split::Attributes a, Box data, size_t parts, std::vector<double> sizes = {}) {
        test::Case c{.name = std::move(name),
                     .op = "split",
                     .attrs = a,
                     .results = parts,
                     .constants = {},
                     .rtol = 0,
                     .atol = 0};
        c.inputs.emplace_back(std::move(data));
        if (!sizes.empty()) {
            c.constants = {1};
            c.inputs.emplace_back(tensor(DType::kI64, {static_cast<int64_t>(parts)}, std::move(sizes)));
        }
        list.add(std::move(c));
    };
    for (DType type : {DType::kF32, DType::kF16, DType::kI8, DType::kF64, DType::kBool}) {
        std::string const name(nameOf(type));
        add("equal_" + name, {.axis = 1, .even = true}, random(type, {3, 6, 5}, seed++, -9, 9), 3);
        add("sizes_" + name, {.axis = -1}, random(type, {3, 2, 9}, seed++, -9, 9), 3, {2, 0, 7});
        add("rest_" + name, {.axis = 0}, random(type, {7, 3}, seed++, -9, 9), 3);
    }
    add("one", {}, random(DType::kF32, {4, 2}, seed++), 1);
    add("empty", {.axis = 1}, random(DType::kF32, {0, 4}, seed++), 2);
    add("large", {.axis = 1}, random(DType::kF32, {64, 3, 1024}, seed++), 3);
    test::Case known{
        .name = "seven_into_four", .op = "split", .attrs = split::Attributes{}, .results = 4, .rtol = 0, .atol = 0};
    known.inputs = {tensor(DType::kI32, {7}, {1, 2, 3, 4, 5, 6, 7})};
    known.expected = {tensor(DType::kI32, {2}, {1, 2}), tensor(DType::kI32, {2}, {3, 4}),
                      tensor(DType::kI32, {2}, {5, 6}), tensor(DType::kI32, {1}, {7})};
    list.add(std::move(known));
}

} // namespace tenon::ops

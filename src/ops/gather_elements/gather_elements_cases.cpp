// SPDX-License-Identifier: Apache-2.0
// Every axis, indices smaller than the data, negative indices, several types, nothing to gather.
#include "cases/case.h"
#include "ops/gather_elements/gather_elements.h"

namespace tenon::ops {

void gather_elements_cases(test::CaseList& list) {
    using test::random;
    using test::tensor;
    auto add = [&](std::string name, int64_t axis, Box data, Box indices, std::optional<Box> want = {}) {
        test::Case c{.name = std::move(name),
                     .op = "gather_elements",
                     .attrs = gather_elements::Attributes{axis},
                     .rtol = 0,
                     .atol = 0};
        c.inputs = {std::move(data), std::move(indices)};
        if (want)
            c.expected.push_back(std::move(*want));
        list.add(std::move(c));
    };
    add("known", 1, tensor(DType::kI32, {2, 2}, {1, 2, 3, 4}), tensor(DType::kI64, {2, 2}, {0, 0, 1, 0}),
        tensor(DType::kI32, {2, 2}, {1, 1, 4, 3}));
    add("negative", 0, tensor(DType::kF32, {3, 2}, {1, 2, 3, 4, 5, 6}), tensor(DType::kI64, {1, 2}, {-1, -3}),
        tensor(DType::kF32, {1, 2}, {5, 2}));
    uint64_t seed = 1;
    for (DType type : {DType::kF32, DType::kF16, DType::kI8, DType::kF64})
        add("middle_" + std::string(nameOf(type)), -2, random(type, {3, 5, 4}, seed, -9, 9),
            random(DType::kI32, {2, 7, 3}, seed + 50, -5, 5));
    add("empty", 0, random(DType::kF32, {3, 2}, seed), tensor(DType::kI64, {0, 2}, {}));
}

} // namespace tenon::ops

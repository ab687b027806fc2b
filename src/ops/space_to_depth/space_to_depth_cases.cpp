// SPDX-License-Identifier: Apache-2.0
// Both modes, block sizes, element sizes, an empty batch.
#include "cases/case.h"
#include "ops/space_to_depth/space_to_depth.h"

#include <cstdlib>

namespace tenon::ops {

void space_to_depth_cases(test::CaseList& list) {
    uint64_t seed = 1;
    auto add = [&](std::string name, space_to_depth::Attributes a, Box data, std::optional<Box> want = {}) {
        test::Case c{.name = std::move(name), .op = "space_to_depth", .attrs = a, .rtol = 0, .atol = 0};
        c.inputs = {std::move(data)};
        if (want)
            c.expected.push_back(std::move(*want));
        list.add(std::move(c));
    };
    for (DType type : {DType::kF32, DType::kF16, DType::kI8, DType::kF64})
        for (int64_t b : {-2, 1, 2, 3}) // negative: CRD
            add(std::string(nameOf(type)) + '_' + std::to_string(b), {std::abs(b), b < 0},
                test::random(type, {2, 3, 2 * std::abs(b), 5 * std::abs(b)}, seed++, -9, 9));
    add("known_crd", {2, true}, test::tensor(DType::kI32, {1, 2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7}),
        test::tensor(DType::kI32, {1, 8, 1, 1}, {0, 1, 2, 3, 4, 5, 6, 7}));
    add("known", {2, false}, test::tensor(DType::kI32, {1, 2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7}),
        test::tensor(DType::kI32, {1, 8, 1, 1}, {0, 4, 1, 5, 2, 6, 3, 7}));
    add("empty", {2, false}, test::random(DType::kF32, {0, 1, 2, 2}, seed));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Both modes, block sizes, element sizes, an empty batch.
#include "cases/case.h"
#include "ops/depth_to_space/depth_to_space.h"

namespace tenon::ops {

void depth_to_space_cases(test::CaseList& list) {
    using test::tensor;
    uint64_t seed = 1;
    for (DType type : {DType::kF32, DType::kF16, DType::kI8, DType::kF64})
        for (bool mode : {false, true})
            for (int64_t b : {1, 2, 3}) {
                test::Case c{.name = std::string(nameOf(type)) + (mode ? "_crd_" : "_dcr_") + std::to_string(b),
                             .op = "depth_to_space",
                             .attrs = depth_to_space::Attributes{b, mode},
                             .rtol = 0,
                             .atol = 0};
                c.inputs = {test::random(type, {2, 2 * b * b, 3, 5}, seed++, -9, 9)};
                list.add(std::move(c));
            }
    auto known = [&](std::string name, bool mode, std::vector<double> want) {
        test::Case c{.name = std::move(name),
                     .op = "depth_to_space",
                     .attrs = depth_to_space::Attributes{2, mode},
                     .rtol = 0,
                     .atol = 0};
        c.inputs = {tensor(DType::kI32, {1, 8, 1, 1}, {0, 1, 2, 3, 4, 5, 6, 7})};
        c.expected.push_back(tensor(DType::kI32, {1, 2, 2, 2}, std::move(want)));
        list.add(std::move(c));
    };
    known("known_dcr", false, {0, 2, 4, 6, 1, 3, 5, 7});
    known("known_crd", true, {0, 1, 2, 3, 4, 5, 6, 7});
    test::Case empty{
        .name = "empty", .op = "depth_to_space", .attrs = depth_to_space::Attributes{2, false}, .rtol = 0, .atol = 0};
    empty.inputs = {test::random(DType::kF32, {0, 4, 2, 2}, seed)};
    list.add(std::move(empty));
}

} // namespace tenon::ops

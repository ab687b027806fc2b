// SPDX-License-Identifier: Apache-2.0
// Elements and slices, batches, negative positions.
#include "cases/case.h"
#include "ops/gather_nd/gather_nd.h"

namespace tenon::ops {

void gather_nd_cases(test::CaseList& list) {
    using test::random;
    using test::tensor;
    auto add = [&](std::string name, int64_t batch, Box data, Box indices, std::optional<Box> want = {}) {
        test::Case c{
            .name = std::move(name), .op = "gather_nd", .attrs = gather_nd::Attributes{batch}, .rtol = 0, .atol = 0};
        c.inputs = {std::move(data), std::move(indices)};
        if (want)
            c.expected.push_back(std::move(*want));
        list.add(std::move(c));
    };
    Box const square = tensor(DType::kI32, {2, 2}, {0, 1, 2, 3}),
              cube = tensor(DType::kI32, {2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7});
    add("elements", 0, square, tensor(DType::kI64, {2, 2}, {0, 0, 1, 1}), tensor(DType::kI32, {2}, {0, 3}));
    add("rows", 0, square, tensor(DType::kI64, {2, 1}, {1, 0}), tensor(DType::kI32, {2, 2}, {2, 3, 0, 1}));
    add("slices", 0, cube, tensor(DType::kI64, {2, 2}, {0, 1, 1, 0}), tensor(DType::kI32, {2, 2}, {2, 3, 4, 5}));
    add("batch", 1, cube, tensor(DType::kI64, {2, 1}, {1, 0}), tensor(DType::kI32, {2, 2}, {2, 3, 4, 5}));
    add("negative", 0, square, tensor(DType::kI64, {1, 2}, {-1, -2}), tensor(DType::kI32, {1}, {2}));
    add("half", 0, random(DType::kF16, {3, 4, 5}, 1), random(DType::kI64, {2, 3, 2}, 2, -3, 3));
    add("empty", 0, random(DType::kF32, {3, 4}, 3), tensor(DType::kI64, {0, 1}, {}));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Axes, index types, indices outside the depth.
#include "cases/case.h"
#include "ops/onehot/onehot.h"

namespace tenon::ops {

void onehot_cases(test::CaseList& list) {
    using test::tensor;
    auto add = [&](std::string name, int64_t axis, Box indices, double depth, Box values,
                   std::optional<Box> want = {}) {
        test::Case c{.name = std::move(name),
                     .op = "onehot",
                     .attrs = onehot::Attributes{axis},
                     .constants = {1},
                     .rtol = 0,
                     .atol = 0};
        c.inputs = {std::move(indices), tensor(DType::kI64, {}, {depth}), std::move(values)};
        if (want)
            c.expected.push_back(std::move(*want));
        list.add(std::move(c));
    };
    add("known", -1, tensor(DType::kI64, {3}, {0, -1, 5}), 3, tensor(DType::kI32, {2}, {0, 1}),
        tensor(DType::kI32, {3, 3}, {1, 0, 0, 0, 0, 1, 0, 0, 0}));
    add("axis0", 0, tensor(DType::kI32, {2}, {1, 0}), 2, tensor(DType::kF32, {2}, {-1, 2}),
        tensor(DType::kF32, {2, 2}, {-1, 2, 2, -1}));
    add("floating", 1, tensor(DType::kF32, {2, 2}, {1, 0, 2, 1.5}), 3, tensor(DType::kF16, {2}, {0, 1}));
    add("scalar", -1, tensor(DType::kI64, {}, {2}), 4, tensor(DType::kBool, {2}, {0, 1}));
    add("no_depth", -1, tensor(DType::kI64, {2}, {0, 1}), 0, tensor(DType::kF32, {2}, {0, 1}));
    test::Case depth{.name = "floating_depth",
                     .op = "onehot",
                     .attrs = onehot::Attributes{},
                     .constants = {1},
                     .rtol = 0,
                     .atol = 0};
    depth.inputs = {tensor(DType::kI64, {1}, {1}), tensor(DType::kF32, {1}, {2}), tensor(DType::kF32, {2}, {0, 1})};
    depth.expected.push_back(tensor(DType::kF32, {1, 2}, {0, 1}));
    list.add(std::move(depth));
}

} // namespace tenon::ops

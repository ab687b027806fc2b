// SPDX-License-Identifier: Apache-2.0
// The identity, a shift, a swap of axes, a volume.
#include "cases/case.h"
#include "ops/affine_grid/affine_grid.h"

namespace tenon::ops {

void affine_grid_cases(test::CaseList& list) {
    using test::tensor;
    constexpr DType kType = DType::kF32;
    auto add = [&](std::string name, bool aligned, std::vector<double> matrix, std::vector<double> size,
                   std::vector<int64_t> dims, std::vector<double> want) {
        test::Case c{.name = std::move(name), .op = "affine_grid", .constants = {1}};
        c.attrs = affine_grid::Attributes{aligned};
        auto const axes = static_cast<int64_t>(size.size()) - 2, count = axes + 2;
        c.inputs = {tensor(kType, {1, axes, axes + 1}, std::move(matrix)),
                    tensor(DType::kI64, {count}, std::move(size))};
        c.expected = {tensor(kType, std::move(dims), std::move(want))};
        list.add(std::move(c));
    };
    add("identity", false, {1, 0, 0, 0, 1, 0}, {1, 1, 1, 2}, {1, 1, 2, 2}, {-0.5, 0, 0.5, 0});
    add("aligned", true, {1, 0, 0, 0, 1, 0}, {1, 1, 2, 2}, {1, 2, 2, 2}, {-1, -1, 1, -1, -1, 1, 1, 1});
    add("shift_and_swap", true, {0, 1, 0.5, 1, 0, 0}, {1, 1, 2, 2}, {1, 2, 2, 2}, {-0.5, -1, -0.5, 1, 1.5, -1, 1.5, 1});
    add("volume", false, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 3}, {1, 1, 1, 1, 2}, {1, 1, 1, 2, 3},
        {-0.5, 0, 3, 0.5, 0, 3});
}

} // namespace tenon::ops

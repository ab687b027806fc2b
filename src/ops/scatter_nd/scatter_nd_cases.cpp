// SPDX-License-Identifier: Apache-2.0
// Elements and slices, every reduction, negative and repeated positions.
#include "cases/case.h"
#include "ops/scatter_nd/scatter_nd.h"

namespace tenon::ops {

void scatter_nd_cases(test::CaseList& list) {
    using test::random;
    using test::tensor;
    auto add = [&](std::string name, Reduction r, Box data, Box indices, Box updates, std::optional<Box> want = {}) {
        test::Case c{
            .name = std::move(name), .op = "scatter_nd", .attrs = scatter_nd::Attributes{r}, .rtol = 0, .atol = 0};
        c.inputs = {std::move(data), std::move(indices), std::move(updates)};
        if (want)
            c.expected.push_back(std::move(*want));
        list.add(std::move(c));
    };
    Box const row = tensor(DType::kF32, {4}, {1, 2, 3, 4}), twice = tensor(DType::kI64, {2, 1}, {1, 1}),
              values = tensor(DType::kF32, {2}, {9, 3});
    add("known", Reduction::kNone, row, tensor(DType::kI64, {2, 1}, {-1, 0}), values,
        tensor(DType::kF32, {4}, {3, 2, 3, 9}));
    add("add", Reduction::kAdd, row, twice, values, tensor(DType::kF32, {4}, {1, 14, 3, 4}));
    add("mul", Reduction::kMul, row, twice, values, tensor(DType::kF32, {4}, {1, 54, 3, 4}));
    add("max", Reduction::kMax, row, twice, values, tensor(DType::kF32, {4}, {1, 9, 3, 4}));
    add("min", Reduction::kMin, row, twice, values, tensor(DType::kF32, {4}, {1, 2, 3, 4}));
    add("slices", Reduction::kNone, random(DType::kF16, {4, 3, 2}, 1), tensor(DType::kI64, {2, 1}, {2, 0}),
        random(DType::kF16, {2, 3, 2}, 2));
    add("elements_i8", Reduction::kAdd, random(DType::kI8, {4, 3}, 3, -9, 9),
        tensor(DType::kI64, {2, 2, 2}, {2, 0, -1, -1, 0, 1, 2, 0}), random(DType::kI8, {2, 2}, 4, -9, 9));
    for (Reduction r : {Reduction::kNone, Reduction::kAdd, Reduction::kMax}) { // enough for every thread
        std::string const name(nameOf(r));
        add("many_slices_" + name, r, random(DType::kF32, {61, 67, 33}, 5), random(DType::kI32, {90, 1}, 6, -61, 61),
            random(DType::kF32, {90, 67, 33}, 7));
        add("many_elements_" + name, r, random(DType::kI64, {13, 700}, 8, -99, 99),
            random(DType::kI64, {5000, 2}, 9, -13, 13), random(DType::kI64, {5000}, 10, -99, 99));
    }
    add("nothing", Reduction::kNone, row, tensor(DType::kI64, {0, 1}, {}), tensor(DType::kF32, {0}, {}), row);
}

} // namespace tenon::ops

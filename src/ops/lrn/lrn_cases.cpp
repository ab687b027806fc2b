// SPDX-License-Identifier: Apache-2.0
// Odd and even sizes by hand, a size beyond the channels, types, exponents, no pixels' axes, nothing.
#include "cases/case.h"
#include "ops/lrn/lrn.h"

namespace tenon::ops {

void lrn_cases(test::CaseList& list) {
    using test::tensor;
    for (DType type : {DType::kF32, DType::kF64, DType::kF16, DType::kBF16}) {
        auto add = [&](std::string name, int64_t size, std::vector<double> want) {
            test::Case c{.name = name + "_" + std::string(nameOf(type)), .op = "lrn"};
            c.attrs = lrn::Attributes{size, static_cast<double>(size), 1, 1};
            c.inputs = {tensor(type, {1, 3, 1, 1}, {1, 2, 4})};
            c.expected = {tensor(type, {1, 3, 1, 1}, std::move(want))};
            c.rtol = type == DType::kBF16 ? 1e-2 : (type == DType::kF16 ? 1e-3 : 1e-6);
            list.add(std::move(c));
        };
        add("one", 1, {0.5, 0.4, 4.0 / 17});
        add("three", 3, {1.0 / 6, 2.0 / 22, 4.0 / 21});
        add("two", 2, {1.0 / 6, 2.0 / 21, 4.0 / 17});
        add("all", 9, {1.0 / 22, 2.0 / 22, 4.0 / 22});
    }
    list.add({.name = "image",
              .op = "lrn",
              .attrs = lrn::Attributes{5, 0.01, 0.75, 2},
              .inputs = {test::random(DType::kF32, {2, 7, 3, 5}, 1)}});
    for (double beta : {0.75, 0.5, 1.3})
        list.add({.name = "odd_dims_" + std::to_string(beta),
                  .op = "lrn",
                  .attrs = lrn::Attributes{4, 0.5, beta, 1.5},
                  .inputs = {test::random(DType::kF32, {2, 9, 5, 7}, 2, -3, 3)}});
    list.add({.name = "list",
              .op = "lrn",
              .attrs = lrn::Attributes{5, 1, 0.75, 1},
              .inputs = {test::random(DType::kF32, {3, 40}, 3, -3, 3)}});
    list.add({.name = "empty",
              .op = "lrn",
              .attrs = lrn::Attributes{3},
              .inputs = {test::random(DType::kF32, {0, 3, 2}, 1)}});
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Known determinants: swapped rows, a singular matrix, a batch, sizes 0 and 1, types.
#include "cases/case.h"

namespace tenon::ops {

void det_cases(test::CaseList& list) {
    using test::tensor;
    for (DType type : {DType::kF32, DType::kF64, DType::kF16, DType::kBF16}) {
        auto add = [&](std::string name, Box in, Box want) {
            test::Case c{.name = name + "_" + std::string(nameOf(type)), .op = "det"};
            c.inputs = {std::move(in)};
            c.expected = {std::move(want)};
            list.add(std::move(c));
        };
        add("two", tensor(type, {2, 2}, {1, 2, 3, 4}), tensor(type, {}, {-2}));
        add("swap", tensor(type, {3, 3}, {0, 1, 0, 1, 0, 0, 0, 0, 5}), tensor(type, {}, {-5}));
        add("singular", tensor(type, {2, 2}, {1, 2, 2, 4}), tensor(type, {}, {0}));
        add("batch", tensor(type, {2, 1, 1, 1}, {7, -3}), tensor(type, {2, 1}, {7, -3}));
        add("empty", tensor(type, {2, 0, 0}, {}), tensor(type, {2}, {1, 1}));
    }
}

} // namespace tenon::ops

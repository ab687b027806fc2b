// SPDX-License-Identifier: Apache-2.0
// Up, down, crossed, uneven ends, every type.
#include "cases/case.h"

namespace tenon::ops {

void range_cases(test::CaseList& list) {
    auto add = [&](std::string name, DType type, std::vector<double> bounds, std::vector<double> want) {
        test::Case c{.name = std::move(name), .op = "range", .rtol = 1e-6};
        for (double b : bounds)
            c.inputs.push_back(test::tensor(type, {}, {b}));
        auto const n = static_cast<int64_t>(want.size());
        c.expected.push_back(test::tensor(type, {n}, std::move(want)));
        list.add(std::move(c));
    };
    for (DType type : {DType::kI64, DType::kI32, DType::kI16, DType::kF32, DType::kF64}) {
        std::string const name(nameOf(type));
        add("up_" + name, type, {1, 5, 1}, {1, 2, 3, 4});
        add("uneven_" + name, type, {1, 8, 3}, {1, 4, 7});
        add("down_" + name, type, {10, 6, -2}, {10, 8});
        add("crossed_" + name, type, {3, 1, 1}, {});
    }
    add("fraction", DType::kF32, {0, 1, 0.3}, {0, 0.3, 0.6, 0.9});
}

} // namespace tenon::ops

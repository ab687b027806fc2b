// SPDX-License-Identifier: Apache-2.0
// Every axis, element size and number of operands; empty operands among them.
#include "cases/case.h"
#include "ops/concat/concat.h"

namespace tenon::ops {

void concat_cases(test::CaseList& list) {
    using test::random;
    using test::tensor;
    int seed = 1;
    auto add = [&](std::string name, DType type, int64_t axis, std::vector<std::vector<int64_t>> shapes) {
        test::Case c{.name = std::move(name), .op = "concat", .attrs = concat::Attributes{axis}, .rtol = 0, .atol = 0};
        for (auto& dims : shapes)
            c.inputs.push_back(random(type, std::move(dims), static_cast<uint64_t>(seed++), -9, 9));
        list.add(std::move(c));
    };
    for (DType type : {DType::kF32, DType::kF16, DType::kI8, DType::kF64, DType::kBool, DType::kI64}) {
        std::string const name(nameOf(type));
        add("axis0_" + name, type, 0, {{2, 3}, {1, 3}, {5, 3}});
        add("axis1_" + name, type, 1, {{3, 2, 5}, {3, 1, 5}});
        add("last_" + name, type, -1, {{3, 7}, {3, 1}, {3, 16}, {3, 0}});
    }
    add("one", DType::kF32, 0, {{4}});
    add("all_empty", DType::kF32, 1, {{2, 0}, {2, 0}});
    add("no_rows", DType::kF32, 1, {{0, 2}, {0, 3}});
    add("large", DType::kF32, 1, {{4, 64, 40, 40}, {4, 32, 40, 40}});
    test::Case known{.name = "known", .op = "concat", .attrs = concat::Attributes{-2}, .rtol = 0, .atol = 0};
    known.inputs = {tensor(DType::kI32, {1, 2}, {1, 2}), tensor(DType::kI32, {2, 2}, {3, 4, 5, 6})};
    known.expected.push_back(tensor(DType::kI32, {3, 2}, {1, 2, 3, 4, 5, 6}));
    list.add(std::move(known));
}

} // namespace tenon::ops

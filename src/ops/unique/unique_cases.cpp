// SPDX-License-Identifier: Apache-2.0
// Elements and slices, sorted and as they occur, types, nothing.
#include "cases/case.h"
#include "ops/unique/unique.h"

namespace tenon::ops {

void unique_cases(test::CaseList& list) {
    using test::tensor;
    auto integers = [](std::vector<double> values) {
        auto const n = static_cast<int64_t>(values.size());
        return tensor(DType::kI64, {n}, std::move(values));
    };
    auto add = [&](std::string name, unique::Attributes a, Box in, Box want, std::vector<double> first,
                   std::vector<double> inverse, std::vector<double> counts) {
        test::Case c{.name = std::move(name), .op = "unique", .attrs = a, .results = 4, .rtol = 0, .atol = 0};
        c.inputs = {std::move(in)};
        c.expected = {std::move(want), integers(std::move(first)), integers(std::move(inverse)),
                      integers(std::move(counts))};
        list.add(std::move(c));
    };
    for (DType type : {DType::kF32, DType::kF64, DType::kF16, DType::kI64, DType::kU8}) {
        std::string const suffix = "_" + std::string(nameOf(type));
        Box const x = tensor(type, {6}, {2, 1, 1, 3, 4, 3});
        add("sorted" + suffix, {}, x, tensor(type, {4}, {1, 2, 3, 4}), {1, 0, 3, 4}, {1, 0, 0, 2, 3, 2}, {2, 1, 2, 1});
        add("as_they_occur" + suffix, {.sorted = false}, x, tensor(type, {4}, {2, 1, 3, 4}), {0, 1, 3, 4},
            {0, 1, 1, 2, 3, 2}, {1, 2, 2, 1});
        Box const rows = tensor(type, {3, 3}, {2, 3, 4, 1, 0, 0, 1, 0, 0});
        add("rows" + suffix, {.axis = 0}, rows, tensor(type, {2, 3}, {1, 0, 0, 2, 3, 4}), {1, 0}, {1, 0, 0}, {2, 1});
        add("columns" + suffix, {.axis = -1}, tensor(type, {2, 3}, {1, 0, 1, 5, 5, 5}),
            tensor(type, {2, 2}, {0, 1, 5, 5}), {1, 0}, {1, 0, 1}, {1, 2});
    }
    add("nothing", {}, tensor(DType::kF32, {0}, {}), tensor(DType::kF32, {0}, {}), {}, {}, {});
}

} // namespace tenon::ops

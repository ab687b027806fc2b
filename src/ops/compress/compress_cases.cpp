// SPDX-License-Identifier: Apache-2.0
// Along axes and flattened, short conditions, nothing chosen.
#include "cases/case.h"
#include "ops/compress/compress.h"

namespace tenon::ops {

void compress_cases(test::CaseList& list) {
    using test::tensor;
    auto add = [&](std::string name, compress::Attributes a, Box data, std::vector<double> condition,
                   std::optional<Box> want = {}) {
        test::Case c{.name = std::move(name), .op = "compress", .attrs = a, .rtol = 0, .atol = 0};
        auto const n = static_cast<int64_t>(condition.size());
        c.inputs = {std::move(data), tensor(DType::kBool, {n}, std::move(condition))};
        if (want)
            c.expected.push_back(std::move(*want));
        list.add(std::move(c));
    };
    Box const m = tensor(DType::kI32, {3, 2}, {1, 2, 3, 4, 5, 6});
    add("rows", {0}, m, {0, 1, 1}, tensor(DType::kI32, {2, 2}, {3, 4, 5, 6}));
    add("columns", {-1}, m, {0, 1}, tensor(DType::kI32, {3, 1}, {2, 4, 6}));
    add("flat", {}, m, {0, 1, 0, 0, 1}, tensor(DType::kI32, {2}, {2, 5}));
    add("none", {0}, m, {0, 0, 0}, tensor(DType::kI32, {0, 2}, {}));
    add("half", {1}, test::random(DType::kF16, {2, 5, 3}, 1), {1, 0, 0, 1, 1});
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
#include "cases/case.h"

namespace tenon::ops {

void size_cases(test::CaseList& list) {
    auto add = [&](std::string name, std::vector<int64_t> dims, double want) {
        test::Case c{.name = std::move(name), .op = "size", .rtol = 0, .atol = 0};
        c.inputs = {test::random(DType::kF16, std::move(dims), 1)};
        c.expected.push_back(test::tensor(DType::kI64, {}, {want}));
        list.add(std::move(c));
    };
    add("plain", {3, 4, 5}, 60);
    add("scalar", {}, 1);
    add("empty", {3, 0}, 0);
}

} // namespace tenon::ops

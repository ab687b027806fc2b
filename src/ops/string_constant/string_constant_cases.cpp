// SPDX-License-Identifier: Apache-2.0
// A scalar, a matrix, no elements.
#include "cases/case.h"
#include "ops/string_constant/string_constant.h"

namespace tenon::ops {

void string_constant_cases(test::CaseList& list) {
    auto add = [&](std::string name, std::vector<int64_t> dims, std::vector<std::string> values) {
        test::Case c{.name = std::move(name),
                     .op = "string_constant",
                     .attrs = string_constant::Attributes{dims, values},
                     .rtol = 0,
                     .atol = 0};
        c.expected.push_back(test::strings(std::move(dims), std::move(values)));
        list.add(std::move(c));
    };
    add("scalar", {}, {"one"});
    add("matrix", {2, 2}, {"", "b", "\xe6\x97\xa5", std::string("z\0z", 3)});
    add("empty", {0, 3}, {});
}

} // namespace tenon::ops

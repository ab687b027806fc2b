// SPDX-License-Identifier: Apache-2.0
// What holds comes through, also nothing at all.
#include "cases/case.h"
#include "ops/assert/assert.h"

namespace tenon::ops {

void assert_cases(test::CaseList& list) {
    auto add = [&](std::string name, std::vector<int64_t> dims, std::vector<double> const& elements) {
        test::Case c{
            .name = std::move(name), .op = "assert", .attrs = assertion::Attributes{"must hold"}, .rtol = 0, .atol = 0};
        c.inputs = {test::tensor(DType::kBool, dims, elements)};
        c.expected = {test::tensor(DType::kBool, dims, elements)};
        list.add(std::move(c));
    };
    add("scalar", {}, {1});
    add("several", {2, 2}, {1, 1, 1, 1});
    add("empty", {0}, {});
}

} // namespace tenon::ops

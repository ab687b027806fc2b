// SPDX-License-Identifier: Apache-2.0
// Delimiters of several characters, white space, limits, empty strings.
#include "cases/case.h"
#include "ops/string_split/string_split.h"

namespace tenon::ops {

void string_split_cases(test::CaseList& list) {
    using test::strings;
    auto add = [&](std::string name, string_split::Attributes a, Box in, Box parts, Box counts) {
        test::Case c{.name = std::move(name), .op = "string_split", .attrs = std::move(a), .rtol = 0, .atol = 0};
        c.inputs = {std::move(in)};
        c.results = 2;
        c.expected = {std::move(parts), std::move(counts)};
        list.add(std::move(c));
    };
    auto counts = [](std::vector<int64_t> dims, std::vector<double> values) {
        return test::tensor(DType::kI64, std::move(dims), std::move(values));
    };
    add("dots", {".", {}}, strings({2}, {"abc.com", "x"}), strings({2, 2}, {"abc", "com", "x", ""}),
        counts({2}, {2, 1}));
    add("wide", {"--", {}}, strings({1}, {"a----b-"}), strings({1, 3}, {"a", "", "b-"}), counts({1}, {3}));
    add("spaces", {"", {}}, strings({2, 1}, {"  hello  world ", "\t"}), strings({2, 1, 2}, {"hello", "world", "", ""}),
        counts({2, 1}, {2, 0}));
    add("limit", {" ", 1}, strings({2}, {"o n n x", "one"}), strings({2, 2}, {"o", "n n x", "one", ""}),
        counts({2}, {2, 1}));
    add("limit_spaces", {"", 1}, strings({1}, {" a  b  c "}), strings({1, 2}, {"a", "b  c"}), counts({1}, {2}));
    add("limit_none", {",", 0}, strings({}, {"a,b"}), strings({1}, {"a,b"}), counts({}, {1}));
    add("empty_string", {",", {}}, strings({1}, {""}), strings({1, 1}, {""}), counts({1}, {1}));
    add("empty", {"", {}}, strings({0}, {}), strings({0, 0}, {}), counts({0}, {}));
}

} // namespace tenon::ops

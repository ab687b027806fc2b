// SPDX-License-Identifier: Apache-2.0
// Stop words in both ways of comparison, every change of case, letters beyond ASCII, nothing left.
#include "cases/case.h"
#include "ops/string_normalizer/string_normalizer.h"

namespace tenon::ops {

void string_normalizer_cases(test::CaseList& list) {
    using test::strings;
    auto add = [&](std::string name, string_normalizer::Attributes a, Box in, Box out) {
        list.addExact("string_normalizer", std::move(name), std::move(a), {std::move(in)}, std::move(out));
    };
    Box const days = strings({3}, {"Monday", "tuesday", "monday"});
    add("plain", {}, days, days);
    add("sensitive", {"NONE", true, {"monday"}}, days, strings({2}, {"Monday", "tuesday"}));
    add("insensitive", {"UPPER", false, {"MONDAY"}}, days, strings({1}, {"TUESDAY"}));
    add("row", {"LOWER", true, {"x"}}, strings({1, 3}, {"A", "x", "Bc"}), strings({1, 2}, {"a", "bc"}));
    add("nothing_left", {"LOWER", true, {"a"}}, strings({1, 2}, {"a", "a"}), strings({1, 1}, {""}));
    add("letters", {"UPPER", true, {}}, strings({3}, {"\xc3\xa4\xc3\x9f", "\xce\xb1", "\xd1\x8f\xd1\x91"}),
        strings({3}, {"\xc3\x84\xc3\x9f", "\xce\x91", "\xd0\xaf\xd0\x81"}));
    add("no_letters", {"LOWER", true, {}}, strings({2}, {"\xe6\x97\xa5", "\xff\xc3"}),
        strings({2}, {"\xe6\x97\xa5", "\xff\xc3"}));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// The pieces of the syntax, each with texts that match and texts that do not.
#include "cases/case.h"
#include "ops/regex_full_match/regex_full_match.h"

namespace tenon::ops {

void regex_full_match_cases(test::CaseList& list) {
    auto add = [&](std::string name, std::string pattern, std::vector<std::string> yes, std::vector<std::string> no) {
        std::vector<double> want(yes.size(), 1);
        want.resize(yes.size() + no.size(), 0);
        yes.insert(yes.end(), no.begin(), no.end());
        auto const count = static_cast<int64_t>(yes.size());
        list.addExact("regex_full_match", std::move(name), regex_full_match::Attributes{std::move(pattern)},
                      {test::strings({count}, std::move(yes))}, test::tensor(DType::kBool, {count}, std::move(want)));
    };
    add("domain", R"(www\.[\w.-]+\.\bcom\b)", {"www.google.com"}, {"www.bbc.co.uk", "www.a.comx"});
    add("mail", R"((\W|^)[\w.\-]{0,25}@(yahoo|gmail)\.com(\W|$))", {"account@gmail.com", "a@yahoo.com!"},
        {"account@hotmail.com", "not email"});
    add("nothing", "", {""}, {"a"});
    add("whole_text", "a|ab", {"a", "ab"}, {"abb", "b"});
    add("repeats", "a{2,3}b{0}c{1,}", {"aac", "aaacc"}, {"ac", "aaaac", "aabc"});
    add("lazy", "<.+?>", {"<a>", "<a><b>"}, {"<>"});
    add("nested", "((a*)*)*b", {"b", "aaab"}, {"aaa"});
    add("classes", R"([^a-c\]]+[[:digit:]\-]?)", {"xyz", "d5", "q-"}, {"a", "]"});
    add("no_case", "(?i)ab(?-i:C)", {"abC", "ABC"}, {"abc"});
    add("dot", "(?s:a.)|b.", {"a\n", "b\xc3\xa4"}, {"b\n", "a"});
    add("utf8", "[\xc3\xa0-\xc3\xbf]{2}", {"\xc3\xa4\xc3\xb6"}, {"\xc3\xa4", "ab"});
    add("codes", R"(\x41\x{e4}\101\Q.*\E)",
        {"A\xc3\xa4"
         "A.*"},
        {"AaA.*"});
    add("named", "(?P<year>\\d{4})-(?P<month>\\d\\d)", {"2024-05"}, {"24-05"});
    add("lines", "(?m)^a$\n^b$", {"a\nb"}, {"ab"});
    add("long_text", "(x+x+)+y", {std::string(5000, 'x') + "y"}, {std::string(5000, 'x')});
    list.addExact("regex_full_match", "empty", regex_full_match::Attributes{"a"}, {test::strings({2, 0}, {})},
                  test::tensor(DType::kBool, {2, 0}, {}));
}

} // namespace tenon::ops

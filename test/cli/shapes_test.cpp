// SPDX-License-Identifier: Apache-2.0
// The grammar of shapes, and that every error points at the column where reading stopped.
#include "shapes.h"

#include "test/cli/expect_error.h"

namespace tenon::cli {
namespace {

std::string shown(std::string_view text) {
    std::string out;
    for (ShapeItem const& item : parseShapes(text, "--shapes")) {
        out += "[" + item.name + "]";
        for (int64_t n : item.numbers)
            out += " " + std::to_string(n);
        out += "@" + std::to_string(item.byte) + ";";
    }
    return out;
}

TEST(Shapes, ReadsItems) {
    EXPECT_EQ(shown("x:1x3x48x320"), "[x] 1 3 48 320@3;");
    EXPECT_EQ(shown("a:1,b:2x-1"), "[a] 1@3;[b] 2 -1@7;");
    EXPECT_EQ(shown("x:scalar,y:0"), "[x]@3;[y] 0@12;");
}

TEST(Shapes, TheLastColonSeparates) {
    EXPECT_EQ(shown("a:b:0:4x4"), "[a:b:0] 4 4@7;");
    EXPECT_EQ(shown("model/in:0:7,z:1"), "[model/in:0] 7@12;[z] 1@16;");
}

TEST(Shapes, NamesMayStandInQuotes) {
    EXPECT_EQ(shown("\"a,b\":1,'c':2"), "[a,b] 1@7;[c] 2@13;");
    EXPECT_EQ(shown("'it''s':3"), "[it's] 3@9;");
    EXPECT_EQ(shown(quotedName("say \"a,b\":0") + ":5"), "[say \"a,b\":0] 5@17;");
    EXPECT_EQ(quotedName("plain:0"), "plain:0");
}

struct Bad {
    char const* text;
    size_t column;
    char const* what;
};

class BadShapes : public testing::TestWithParam<Bad> {};

TEST_P(BadShapes, AreRefusedAtTheirColumn) {
    Bad const& bad = GetParam();
    std::string const wanted = "TN-007: --shapes: column " + std::to_string(bad.column) + ": " + bad.what +
                               "\n  wanted: NAME:NUMBERxNUMBER..., or NAME:scalar; items joined by ','; a name may "
                               "stand in quotes\n  given: " +
                               bad.text + "\n" + std::string(bad.column + 8, ' ') + "^";
    EXPECT_EQ(test::errorText([&] { parseShapes(bad.text, "--shapes"); }), wanted);
}

INSTANTIATE_TEST_SUITE_P(
    All, BadShapes,
    testing::Values(Bad{"", 1, "an item is missing"}, Bad{"x", 2, "a ':' and the numbers are missing after the name"},
                    Bad{":1", 1, "the name is missing"}, Bad{"x:", 3, "a number is missing"},
                    Bad{"x:1x", 5, "a number is missing"},
                    Bad{"x:1,", 5, "a ':' and the numbers are missing after the name"},
                    Bad{"x:1x?x3", 5, "'?' is no number"}, Bad{"x:1 ,y:2", 4, "' ' does not belong here"},
                    Bad{"x:1X3", 4, "'X' does not belong here"}, Bad{"x:1,x:2", 5, "'x' stands here a second time"},
                    Bad{"'x:1", 1, "the quote is not closed"}, Bad{"'':1", 1, "the name is empty"},
                    Bad{"'x'1", 4, "a ':' and the numbers are missing after the name"},
                    Bad{"x:99999999999999999999", 3, "the number does not fit into 64 bits"},
                    Bad{"x:scalars", 9, "'s' does not belong here"}, Bad{"\xc3\xa4:q", 3, "'q' is no number"}));

} // namespace
} // namespace tenon::cli

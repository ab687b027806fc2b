// SPDX-License-Identifier: Apache-2.0
// Bytes that are no model: cut off, flipped, nested, of another kind. Each must end in an Error.
#include "test/onnx/read.h"

#include <gtest/gtest.h>

namespace tenon {
namespace {

using namespace test;

TEST(Hostile, EveryTruncationIsAnError) {
    Graph g{
        {node("Add", {"x", "w"}, {"a"}), node("Twice", {"a"}, {"y"}, "call", {attribute("axis", int64_t{1})}, "acme")},
        {floats("w", {2, 3}, {1, 2, 3, 4, 5, 6})},
        {value("x", {"N", "3"})},
        {value("y", {"N", "3"})}};
    Wire const whole = model(g, 17, Wire().message(25, twice()));
    EXPECT_EQ(read(whole).main.records.size(), 3U);
    for (size_t n = 0; n < whole.bytes.size(); ++n) {
        Wire cut;
        cut.bytes = whole.bytes.substr(0, n);
        EXPECT_FALSE(errorsOf(cut).empty()) << n;
    }
}

TEST(Hostile, EveryBitFlipEnds) {
    Graph g{
        {node("Add", {"x", "w"}, {"a"}), node("Twice", {"a"}, {"y"}, "call", {attribute("axis", int64_t{1})}, "acme")},
        {floats("w", {2, 3}, {1, 2, 3, 4, 5, 6})},
        {value("x", {"N", "3"})},
        {value("y", {"N", "3"})}};
    Wire const whole = model(g, 17, Wire().message(25, twice()));
    size_t refused = 0;
    for (size_t bit = 0; bit < whole.bytes.size() * 8; ++bit) {
        Wire flipped = whole;
        flipped.bytes[bit / 8] = static_cast<char>(flipped.bytes[bit / 8] ^ (1 << (bit % 8)));
        refused += !errorsOf(flipped).empty();
    }
    EXPECT_GT(refused, whole.bytes.size()); // many flips change a name, a number or a weight, and leave a model
}

TEST(Hostile, NestingAndOtherFiles) {
    Graph g = chain({"y"});
    Wire graph = g.message();
    for (int depth = 0; depth < 40; ++depth)
        graph = Graph{{node("If", {"x"}, {"y"}, {}, {attributeGraph("then_branch", graph)})},
                      {},
                      {value("x", {"2"})},
                      {value("y", {"2"})}}
                    .message();
    auto const deep = errorsOf(model(graph));
    ASSERT_EQ(deep.size(), 1U);
    EXPECT_EQ(deep[0].id(), Message::kOnnxFile);
    for (std::string const& text : {std::string(), std::string("version https://git-lfs.github.com/spec/v1"),
                                    std::string("<html>"), std::string("PK\x03\x04zip"), std::string(100, '\0')}) {
        Wire other;
        other.bytes = text;
        auto const errors = errorsOf(other);
        ASSERT_EQ(errors.size(), 1U);
        EXPECT_EQ(errors[0].id(), Message::kOnnxFile);
    }
}

} // namespace
} // namespace tenon

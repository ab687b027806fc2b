// SPDX-License-Identifier: Apache-2.0
// From the bytes of a model to a Network: names, dims, order, functions, subgraphs, and every refusal.
#include "onnx/reader.h"

#include "base/error.h"
#include "test/onnx/model_writer.h"

#include <gtest/gtest.h>

namespace tenon {
namespace {

using namespace test;

Network read(Wire const& m, onnx::ReadOptions const& options = {}) {
    return onnx::readModel(m.buffer(), std::nullopt, builtinTable(), onnx::builtinImporters(), options);
}

/// The errors that reading gives, one or several.
std::vector<Error> errorsOf(Wire const& m, onnx::ReadOptions const& options = {}) {
    try {
        read(m, options);
    } catch (Error const& e) {
        return {e};
    } catch (ErrorList const& e) {
        return e.errors();
    }
    return {};
}

/// softmax chain: x -> names[0] -> names[1] ...
Graph chain(std::vector<std::string> const& names) {
    Graph g{{}, {}, {value("x", {"2", "3"})}, {value(names.back(), {"2", "3"})}};
    std::string before = "x";
    for (std::string const& n : names) {
        g.nodes.push_back(node("Softmax", {before}, {n}));
        before = n;
    }
    return g;
}

TEST(Reader, ReadsOneNode) {
    Graph g{{node("Softmax", {"x"}, {"y"}, "sm", {attribute("axis", int64_t{1})})},
            {},
            {value("x", {"N", "8"})},
            {value("y", {"N", "8"})}};
    Network const n = read(model(g, 13, Wire().message(14, Wire().text(1, "author").text(2, "me"))));
    ASSERT_EQ(n.main.records.size(), 1U);
    Record const& r = n.main.records[0];
    EXPECT_EQ(r.op->name, "softmax");
    EXPECT_EQ(r.name, "sm");
    EXPECT_EQ(r.origins, std::vector<std::string>{"sm"});
    EXPECT_EQ(n.tensors[static_cast<size_t>(n.main.params.at(0))].name, "x");
    EXPECT_EQ(n.tensors[static_cast<size_t>(n.main.results.at(0))].name, "y");
    EXPECT_EQ(n.metadata.at("author"), "me");
    EXPECT_EQ(n.dimNames, std::vector<std::string>{"N"});
    EXPECT_EQ(n.name, "g");
}

TEST(Reader, EqualNamesOfDimsAreEqualDimsAndNamelessOnesAreNot) {
    Graph g{
        {node("Softmax", {"a"}, {"y"})},
        {},
        {value("a", {"N", "", "?"}), value("b", {"N", "-1", "M"}), value("c", Wire().message(1, Wire().number(1, 1)))},
        {value("y", {"N"})}};
    Network const n = read(model(g));
    auto const type = [&](size_t i) { return *n.tensors[static_cast<size_t>(n.main.params[i])].type; };
    EXPECT_EQ((*type(0).dims)[0], (*type(1).dims)[0]);
    EXPECT_EQ(n.dimNames, (std::vector<std::string>{"N", "M", "a.1", "a.2", "b.1"}));
    EXPECT_FALSE((*type(0).dims)[1] == (*type(0).dims)[2]);
    EXPECT_FALSE((*type(0).dims)[1] == (*type(1).dims)[1]);
    EXPECT_FALSE(type(2).ranked());
}

TEST(Reader, UnsortedNodesAreSortedAndSortedOnesKeepTheirOrder) {
    Graph g = chain({"a", "b", "c"});
    std::swap(g.nodes[0], g.nodes[2]);
    Network const n = read(model(g));
    std::vector<std::string> results;
    for (Record const& r : n.main.records)
        results.push_back(n.tensors[static_cast<size_t>(r.results[0])].name);
    EXPECT_EQ(results, (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(n.main.records[0].name, "Softmax_2"); // its index in the file
}

TEST(Reader, CycleIsRefusedNamingTheNodes) {
    Graph g{{node("Softmax", {"b"}, {"a"}, "first"), node("Softmax", {"a"}, {"b"}, "second"),
             node("Softmax", {"b"}, {"c"}, "after")},
            {},
            {value("x", {"2"})},
            {value("c", {"2"})}};
    auto const errors = errorsOf(model(g));
    ASSERT_EQ(errors.size(), 1U);
    EXPECT_EQ(errors[0].id(), Message::kOnnxCycle);
    EXPECT_NE(errors[0].givenText().find("first"), std::string::npos);
    EXPECT_NE(errors[0].givenText().find("second"), std::string::npos);
    EXPECT_EQ(errors[0].givenText().find("after"), std::string::npos);
}

} // namespace
} // namespace tenon

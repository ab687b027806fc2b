// SPDX-License-Identifier: Apache-2.0
// Local functions: inlined with attributes, names and paths; recursion and growth.
#include "test/onnx/read.h"

#include <gtest/gtest.h>

namespace tenon {
namespace {

using namespace test;

TEST(Functions, AreInlinedWithAttributesAndPaths) {
    Graph g{{node("Twice", {"x"}, {"m"}, "call", {attribute("axis", int64_t{1})}, "acme"),
             node("Twice", {"m"}, {"y"}, {}, {}, "acme")},
            {},
            {value("x", {"2", "3"})},
            {value("y", {"2", "3"})}};
    Network const n = read(model(g, 17, Wire().message(25, twice()).message(8, opset("acme", 1))));
    ASSERT_EQ(n.main.records.size(), 4U);
    EXPECT_EQ(n.main.records[0].name, "call/in");
    EXPECT_EQ(n.main.records[0].origins, std::vector<std::string>{"call/in"});
    EXPECT_EQ(n.main.records[2].name, "Twice_1/in");
    EXPECT_NE(n.main.records[0].attrs.text().find("axis: 1"), std::string::npos);
    EXPECT_NE(n.main.records[1].attrs.text().find("axis: 0"),
              std::string::npos); // the default of the function's attribute
    EXPECT_NE(n.main.records[2].attrs.text().find("axis: -1"),
              std::string::npos); // left out: the default of the operator
    auto const nameOfResult = [&](size_t i) {
        return n.tensors[static_cast<size_t>(n.main.records[i].results[0])].name;
    };
    EXPECT_EQ(nameOfResult(0), "call/m");
    EXPECT_EQ(nameOfResult(1), "m");
    EXPECT_EQ(nameOfResult(3), "y");
}

TEST(Functions, ErrorsInsideNameThePath) {
    Graph g{{node("Twice", {"x"}, {"y"}, "call", {attribute("axis", int64_t{9})}, "acme")},
            {},
            {value("x", {"2", "3"})},
            {value("y", {})}};
    auto const errors = errorsOf(model(g, 17, Wire().message(25, twice())));
    ASSERT_EQ(errors.size(), 1U);
    EXPECT_EQ(errors[0].where().node, "call/in");
}

TEST(Functions, MayReplaceAnOperator) {
    Wire const own = function("", "Softmax", {"x"}, {"y"}, {node("LogSoftmax", {"x"}, {"y"}, "log")});
    Wire const m = model(chain({"y"}), 17, Wire().message(25, own));
    EXPECT_EQ(read(m).main.records.at(0).name, "Softmax_0/log");
    EXPECT_EQ(read(m, {.preferBuiltin = true}).main.records.at(0).name, "Softmax_0");
}

TEST(Functions, RecursionAndGrowthAreRefused) {
    Graph const g{{node("A", {"x"}, {"y"}, "call", {}, "acme")}, {}, {value("x", {"2"})}, {value("y", {"2"})}};
    Wire const a = function("acme", "A", {"x"}, {"y"}, {node("B", {"x"}, {"y"}, "b", {}, "acme")});
    Wire const b = function("acme", "B", {"x"}, {"y"}, {node("A", {"x"}, {"y"}, "a", {}, "acme")});
    auto const loop = errorsOf(model(g, 17, Wire().message(25, a).message(25, b)));
    ASSERT_EQ(loop.size(), 1U);
    EXPECT_EQ(loop[0].id(), Message::kOnnxFunction);
    EXPECT_EQ(loop[0].where().node, "call/b/a");
    Wire functions; // each calls the one before twice
    for (int i = 0; i < 40; ++i) {
        std::string const name = i == 39 ? "A" : "F" + std::to_string(i), before = "F" + std::to_string(i - 1);
        functions.message(25, i == 0 ? function("acme", name, {"x"}, {"y"}, {node("Softmax", {"x"}, {"y"})})
                                     : function("acme", name, {"x"}, {"y"},
                                                {node(before, {"x"}, {"m"}, {}, {}, "acme"),
                                                 node(before, {"m"}, {"y"}, {}, {}, "acme")}));
    }
    auto const grown = errorsOf(model(g, 17, functions), {.maxNodes = 10000});
    ASSERT_EQ(grown.size(), 1U);
    EXPECT_EQ(grown[0].id(), Message::kOnnxFunction);
    Wire deep; // a chain of calls
    for (int i = 0; i < 200; ++i) {
        std::string const name = i == 199 ? "A" : "F" + std::to_string(i), before = "F" + std::to_string(i - 1);
        deep.message(25,
                     function("acme", name, {"x"}, {"y"},
                              {i == 0 ? node("Softmax", {"x"}, {"y"}) : node(before, {"x"}, {"y"}, {}, {}, "acme")}));
    }
    EXPECT_EQ(errorsOf(model(g, 17, deep)).at(0).id(), Message::kOnnxFunction);
}

TEST(Functions, CallsWithTooMuch) {
    Graph const inputs{
        {node("Twice", {"x", "x"}, {"y"}, "call", {}, "acme")}, {}, {value("x", {"2"})}, {value("y", {"2"})}};
    EXPECT_EQ(errorsOf(model(inputs, 17, Wire().message(25, twice()))).at(0).id(), Message::kOnnxFunction);
    Graph const nothing{{node("Twice", {}, {"y"}, "call", {}, "acme")}, {}, {}, {value("y", {"2"})}};
    EXPECT_FALSE(errorsOf(model(nothing, 17, Wire().message(25, twice()))).empty());
    EXPECT_EQ(errorsOf(model(chain({"y"}), 17, Wire().message(25, twice()).message(25, twice()))).at(0).id(),
              Message::kOnnxDuplicate);
}

} // namespace
} // namespace tenon

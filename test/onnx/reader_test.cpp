// SPDX-License-Identifier: Apache-2.0
// From the bytes of a model to a Network: names, dims, order, and every refusal.
#include "test/onnx/read.h"

#include <gtest/gtest.h>

namespace tenon {
namespace {

using namespace test;

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

TEST(Reader, DuplicateNamesAreRefused) {
    auto const twice =
        errorsOf(model(Graph{{node("Softmax", {"x"}, {"y"}, "one"), node("Softmax", {"x"}, {"y"}, "two")},
                             {},
                             {value("x", {"2"})},
                             {value("y", {"2"})}}));
    ASSERT_EQ(twice.size(), 1U);
    EXPECT_EQ(twice[0].id(), Message::kOnnxDuplicate);
    EXPECT_EQ(twice[0].where().node, "two");
    EXPECT_EQ(twice[0].where().tensor, "y");
    Graph input = chain({"y"});
    input.inputs.push_back(value("x", {"2"}));
    EXPECT_EQ(errorsOf(model(input)).at(0).id(), Message::kOnnxDuplicate);
    Graph constant = chain({"y"});
    constant.initializers = {floats("w", {1}, {1}), floats("w", {1}, {1})};
    EXPECT_EQ(errorsOf(model(constant)).at(0).id(), Message::kOnnxDuplicate);
    Graph shadow = chain({"y"});
    shadow.initializers = {floats("y", {1}, {1})};
    EXPECT_EQ(errorsOf(model(shadow)).at(0).id(), Message::kOnnxDuplicate);
}

TEST(Reader, MissingTensorsNameNodeAndTensor) {
    Graph g{{node("Softmax", {"nowhere"}, {"y"}, "sm"), node("Softmax", {"gone"}, {"z"}, "other")},
            {},
            {value("x", {"2"})},
            {value("y", {"2"}), value("absent", {"2"})}};
    auto const errors = errorsOf(model(g));
    ASSERT_EQ(errors.size(), 3U);
    EXPECT_EQ(errors[0].id(), Message::kOnnxMissing);
    EXPECT_EQ(errors[0].where().node, "sm");
    EXPECT_EQ(errors[0].where().tensor, "nowhere");
    EXPECT_EQ(errors[1].where().tensor, "gone");
    EXPECT_EQ(errors[2].where().tensor, "absent");
}

TEST(Reader, AllUnknownOperatorsAreReportedAtOnce) {
    Graph branch{{node("InBranch", {"x"}, {"b"}, "inner", {}, "acme")}, {}, {}, {value("b", {"2"})}};
    Graph g{{node("Invented", {"x"}, {"a"}, "n1"), node("Scale", {"a"}, {"s"}, "n2", {}, "acme.ops"),
             node("Softmax", {"s"}, {"y"}),
             node("CastMap", {"x"}, {"c"}, {}, {attributeGraph("body", branch.message())}, "ai.onnx.ml")},
            {},
            {value("x", {"2"})},
            {value("y", {"2"})}};
    auto const errors =
        errorsOf(model(g, 15, Wire().message(8, opset("acme.ops", 3)).message(8, opset("ai.onnx.ml", 2))));
    ASSERT_EQ(errors.size(), 4U);
    EXPECT_EQ(errors[0].id(), Message::kOnnxCustomOperator) << "no operator of ONNX, though in its domain";
    EXPECT_EQ(errors[0].where().node, "n1");
    EXPECT_EQ(errors[0].where().op, "Invented");
    EXPECT_EQ(
        errors[0].summary().rfind("operator 'Invented' of domain 'ai.onnx' is not implemented at operator set 15", 0),
        0U);
    EXPECT_EQ(errors[0].wantedText(), "as a plugin: 'Invented' version '1' in namespace ''");
    EXPECT_NE(errors[0].givenText().find("0 match"), std::string::npos);
    EXPECT_FALSE(errors[0].tips().empty());
    EXPECT_EQ(errors[1].id(), Message::kOnnxCustomOperator);
    EXPECT_EQ(errors[1].where().op, "acme.ops::Scale");
    EXPECT_EQ(errors[1].summary(),
              "no importer, local function or plugin for custom operator 'Scale' of domain 'acme.ops', version 3");
    EXPECT_EQ(errors[2].id(), Message::kOnnxOperator);
    EXPECT_EQ(errors[2].where().node, "CastMap_3");
    EXPECT_EQ(errors[3].where().node, "CastMap_3/inner");
}

TEST(Reader, OperatorSetsOutsideTheRange) {
    for (int64_t version : {0, 1, 5, 29, 1000}) {
        auto const errors = errorsOf(model(chain({"y"}), version));
        ASSERT_EQ(errors.size(), 1U) << version;
        EXPECT_EQ(errors[0].id(), Message::kOnnxOpset);
        EXPECT_EQ(errors[0].wantedText(), "operator sets 6 to 28");
    }
    for (int64_t version : {6, 28})
        EXPECT_EQ(read(model(chain({"y"}), version)).main.records.size(), 1U);
    Graph const other{
        {node("Nothing", {"x"}, {"y"}, {}, {}, "ai.onnx.ml")}, {}, {value("x", {"2"})}, {value("y", {"2"})}};
    Wire const without = Wire().number(1, 8).message(7, other.message()).message(8, opset("ai.onnx.ml", 1));
    EXPECT_NE(errorsOf(without).at(0).id(), Message::kOnnxOpset); // no node of the default domain
    EXPECT_EQ(errorsOf(Wire().number(1, 8).message(7, chain({"y"}).message())).at(0).id(), Message::kOnnxOpset);
}

TEST(Reader, InitializersAreConstantsAlsoWhereTheyAreInputs) {
    Graph g{{node("Add", {"x", "w"}, {"y"})},
            {floats("w", {2}, {3, 4})},
            {value("x", {"2"}), value("w", {"2"})},
            {value("y", {"2"})}};
    Network const n = read(model(g));
    EXPECT_EQ(n.main.params.size(), 1U);
    bool found = false;
    for (NetworkTensor const& t : n.tensors)
        if (t.name == "w") {
            found = true;
            ASSERT_TRUE(t.constant);
            EXPECT_EQ(t.constant->as<float>()[1], 4);
        }
    EXPECT_TRUE(found);
}

TEST(Reader, WrongAttributesAndOperandsAreSaidForEachNode) {
    Graph g{{node("Softmax", {"x"}, {"a"}, "float_axis", {attribute("axis", 1.0F)}),
             node("Softmax", {"x"}, {"b"}, "far_axis", {attribute("axis", int64_t{7})}),
             node("Softmax", {"a"}, {"c"}, "depends"), node("Softmax", {"i"}, {"d"}, "integers")},
            {},
            {value("x", {"2", "3"}), value("i", tensorType(7, {"2"}))},
            {value("c", {"2"})}};
    auto const errors = errorsOf(model(g));
    ASSERT_EQ(errors.size(), 3U);
    EXPECT_EQ(errors[0].id(), Message::kAttribute);
    EXPECT_EQ(errors[0].where().node, "float_axis");
    EXPECT_EQ(errors[0].wantedText(), "INT");
    EXPECT_EQ(errors[0].givenText(), "FLOAT");
    EXPECT_EQ(errors[1].id(), Message::kAxis);
    EXPECT_EQ(errors[1].where().node, "far_axis");
    EXPECT_EQ(errors[2].id(), Message::kOperandType);
    EXPECT_EQ(errors[2].where().node, "integers");
}

TEST(Reader, TooManyOperandsOrOutputs) {
    EXPECT_EQ(errorsOf(model(Graph{{node("Softmax", {"x"}, {"y", "z"})}, {}, {value("x", {"2"})}, {value("y", {"2"})}}))
                  .at(0)
                  .id(),
              Message::kOnnxNode);
    EXPECT_EQ(errorsOf(model(Graph{{node("Softmax", {}, {"y"})}, {}, {}, {value("y", {"2"})}})).size(), 1U);
}

TEST(Reader, InputTypes) {
    auto const withType = [](Wire const& type) {
        return model(
            Graph{{node("Softmax", {"x"}, {"y"})}, {}, {value("x", {"2"}), value("t", type)}, {value("y", {"2"})}});
    };
    auto const typeOf = [&](Wire const& type) {
        Network const n = read(withType(type));
        return toString(*n.tensors[static_cast<size_t>(n.main.params[1])].type);
    };
    Wire const element = tensorType(1, {"2", "N"}), fixed = tensorType(8, {"2"});
    EXPECT_EQ(typeOf(Wire().message(4, Wire().message(1, element))), "seq(f32[*])"); // elements may differ in N
    EXPECT_EQ(typeOf(Wire().message(9, Wire().message(1, fixed))), "optional(string[2])");
    EXPECT_EQ(typeOf(Wire().message(5, Wire().number(1, 7).message(2, fixed))), "map(i64,string[2])");
    for (Wire const& bad : {Wire(), tensorType(0, {}), tensorType(14, {}), Wire().message(8, Wire().number(1, 1)),
                            Wire().message(7, Wire()), Wire().message(4, Wire()), tensorType(1, {"-7"})}) {
        auto const errors = errorsOf(withType(bad));
        ASSERT_EQ(errors.size(), 1U);
        EXPECT_EQ(errors[0].id(), Message::kOnnxType);
        EXPECT_EQ(errors[0].where().tensor, "t");
    }
}

TEST(Reader, SparseInitializersAreRefused) {
    Graph g = chain({"y"});
    Wire const sparse = Wire().message(1, floats("s", {1}, {1}));
    auto const errors = errorsOf(model(Wire(g.message()).message(15, sparse)));
    ASSERT_EQ(errors.size(), 1U);
    EXPECT_EQ(errors[0].id(), Message::kOnnxTensorType);
    EXPECT_EQ(errors[0].where().tensor, "s");
}

TEST(Reader, OutputsHaveTheirNames) {
    Graph g{{node("Softmax", {"x"}, {"a"}), node("Identity", {"a"}, {"y"}), node("Identity", {"x"}, {"copy"}),
             node("Identity", {"w"}, {"constant"})},
            {floats("w", {1}, {1})},
            {value("x", {"2"})},
            {value("y", {"2"}), value("a", {"2"}), value("copy", {"2"}), value("constant", {"1"}), value("w", {"1"})}};
    Network const n = read(model(g));
    std::vector<std::string> names;
    for (TensorId id : n.main.results)
        names.push_back(n.tensors[static_cast<size_t>(id)].name);
    EXPECT_EQ(names, (std::vector<std::string>{"y", "a", "copy", "constant", "w"}));
}

} // namespace
} // namespace tenon

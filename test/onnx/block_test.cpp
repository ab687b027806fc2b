// SPDX-License-Identifier: Apache-2.0
// Subgraphs as blocks, types during import, and values folded for importers, with operators and importers of the test's
// own.
#include "kernel/attr_type.h"
#include "kernel/reference.h"
#include "test/onnx/read.h"

#include <cstring>
#include <gtest/gtest.h>

namespace tenon {

namespace ops {
void softmax_op(KernelTable& table);
void softmax_onnx(onnx::ImporterTable& table);
} // namespace ops

namespace {

using namespace test;

void nothing(Attrs const&, InferContext&) {}

/// The first half of a list of integers.
void half(Attrs const&, InferContext& c) {
    c.setOut(0, DType::kI64, Dims{floorDiv(c.dims(0).at(0), 2)});
}
bool firstHalf(NoAttrs const&, Args const& args) {
    std::memcpy(args.outputs[0].data, args.inputs[0].data, static_cast<size_t>(args.outputs[0].elements()) * 8);
    return true;
}

/// What the importer of Look saw in its operand.
struct Seen {
    std::optional<std::vector<int64_t>> constant;
    std::optional<DType> type;
};
Seen gSeen;

void importLook(onnx::ImportContext& node) {
    gSeen = {};
    gSeen.type = node.typeOf(node.in(0));
    if (NetworkTensor const* t = node.constant(node.in(0)); t != nullptr)
        gSeen.constant.emplace(t->constant->as<int64_t>(), t->constant->as<int64_t>() + t->constant->size() / 8);
    node.setOut(0, node.in(0));
}
void importHalf(onnx::ImportContext& node) {
    node.setOut(0, node.emit("half", NoAttrs{}, {node.in(0)}));
}
void importIf(onnx::ImportContext& node) {
    NetworkBlock then = node.block("then_branch"), otherwise = node.block("else_branch");
    node.setOut(0, node.emit("if", NoAttrs{}, {node.in(0)}));
    node.last().blocks = {then, otherwise};
}

class Blocks : public testing::Test {
protected:
    Blocks() {
        static OpDef const kIf{.name = "if", .attrs = &attrType<NoAttrs>(), .infer = nothing, .regions = 2};
        static OpDef const kHalf{.name = "half", .attrs = &attrType<NoAttrs>(), .infer = half};
        ops::softmax_op(mTable);
        ops::softmax_onnx(mImporters);
        mTable.add(kIf);
        mTable.add(kHalf);
        mTable.add(referenceKernel<NoAttrs>("half", "half.ref", firstHalf));
        mImporters.add("", "If", 1, importIf);
        mImporters.add("test", "Half", 1, importHalf);
        mImporters.add("test", "Look", 1, importLook);
    }
    Network read(Graph const& g) { return onnx::readModel(model(g).buffer(), std::nullopt, mTable, mImporters); }
    std::vector<Error> errorsOf(Graph const& g) {
        try {
            read(g);
        } catch (ErrorList const& e) {
            return e.errors();
        }
        return {};
    }
    /// x, c -> If(c) { softmax(captured) } else { x } -> y
    static Graph branches(std::string_view captured) {
        Graph const then{{node("Softmax", {captured}, {"t"}, "inner")}, {}, {}, {value("t", {"2"})}};
        Graph const otherwise{{node("Softmax", {"w"}, {"e"})}, {floats("w", {2}, {1, 2})}, {}, {value("e", {"2"})}};
        return {
            {node("If", {"c"}, {"y"}, "if",
                  {attributeGraph("then_branch", then.message()), attributeGraph("else_branch", otherwise.message())}),
             node("Softmax", {"x"}, {"m"}, "later")},
            {},
            {value("x", {"2"}), value("c", tensorType(9, {}))},
            {value("y", {"2"})}};
    }

    KernelTable mTable;
    onnx::ImporterTable mImporters;
};

TEST_F(Blocks, CaptureNamesOfTheGraphAround) {
    Network const n = read(branches("m"));
    ASSERT_EQ(n.main.records.size(), 2U);
    EXPECT_EQ(n.main.records[0].name, "later"); // its result is captured, so it comes first
    Record const& r = n.main.records[1];
    ASSERT_EQ(r.blocks.size(), 2U);
    ASSERT_EQ(r.blocks[0].records.size(), 1U);
    EXPECT_EQ(r.blocks[0].records[0].operands, n.main.records[0].results);
    EXPECT_EQ(r.blocks[0].records[0].name, "if/then_branch/inner");
    EXPECT_EQ(r.blocks[0].results, r.blocks[0].records[0].results);
    EXPECT_TRUE(n.tensors[static_cast<size_t>(r.blocks[1].records[0].operands[0])].constant);
}

TEST_F(Blocks, MissingCapturesAreNamed) {
    auto const errors = errorsOf(branches("nowhere"));
    ASSERT_EQ(errors.size(), 1U);
    EXPECT_EQ(errors[0].id(), Message::kOnnxMissing);
    EXPECT_EQ(errors[0].where().tensor, "nowhere");
}

TEST_F(Blocks, ErrorsInsideAreReportedOnce) {
    Graph g = branches("x");
    Graph const bad{
        {node("Softmax", {"x"}, {"t"}, "inner", {attribute("axis", int64_t{5})})}, {}, {}, {value("t", {"2"})}};
    g.nodes[0] = node("If", {"c"}, {"y"}, "if",
                      {attributeGraph("then_branch", bad.message()), attributeGraph("else_branch", bad.message())});
    auto const errors = errorsOf(g);
    ASSERT_EQ(errors.size(), 1U); // the second branch is not read after the first one failed
    EXPECT_EQ(errors[0].where().node, "if/then_branch/inner");
}

TEST_F(Blocks, MissingGraphAttribute) {
    Graph g = branches("x");
    g.nodes[0] = node("If", {"c"}, {"y"}, "if");
    EXPECT_EQ(errorsOf(g).at(0).id(), Message::kAttribute);
}

/// The nodes, then Look at `name`.
Graph look(std::vector<Wire> nodes, std::string_view name) {
    nodes.push_back(node("Look", {name}, {"z"}, {}, {}, "test"));
    nodes.push_back(node("Half", {"four"}, {"y"}, {}, {}, "test"));
    return {std::move(nodes), {ints("four", {4}, {10, 20, 30, 40})}, {value("x", {"N"})}, {value("y", {"2"})}};
}

TEST_F(Blocks, ImportersSeeTypesAndConstants) {
    read(look({}, "four"));
    EXPECT_EQ(gSeen.type, DType::kI64);
    EXPECT_EQ(gSeen.constant, (std::vector<int64_t>{10, 20, 30, 40}));
    read(look({node("Half", {"four"}, {"h"}, {}, {}, "test"), node("Half", {"h"}, {"q"}, {}, {}, "test")}, "q"));
    EXPECT_EQ(gSeen.type, DType::kI64);
    EXPECT_EQ(gSeen.constant, (std::vector<int64_t>{10})); // computed from constants
    read(look({node("Softmax", {"x"}, {"s"})}, "s"));
    EXPECT_EQ(gSeen.type, DType::kF32);
    EXPECT_FALSE(gSeen.constant);
}

TEST_F(Blocks, ResultsOfControlFlowHaveTheDeclaredType) {
    Graph g = branches("x");
    g.nodes.push_back(node("Look", {"y"}, {"z"}, {}, {}, "test"));
    read(g);
    EXPECT_EQ(gSeen.type, DType::kF32); // y is an output of the graph
    g.outputs = {value("m", {"2"})};
    read(g);
    EXPECT_FALSE(gSeen.type);
    g.values = {value("y", tensorType(10, {"2"}))};
    read(g);
    EXPECT_EQ(gSeen.type, DType::kF16);
}

} // namespace
} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// libFuzzer over the ONNX reader: any bytes end in a Network or an Error. Before the first run, models written by the
// test's own writer go into the corpus folder (the first folder among the arguments): operators of several kinds, a
// local function, a subgraph, every element type, so that mutations start from files that reach the importers.
#include "base/error.h"
#include "base/log.h"
#include "onnx/element_type.h"
#include "onnx/model_info.h"
#include "onnx/pb.h"
#include "onnx/reader.h"
#include "test/onnx/model_writer.h"

#include <filesystem>
#include <string>

namespace tenon {
namespace {

using namespace test;

/// A model of one node with constant operands after the first.
Wire oneNode(std::string_view op, std::vector<std::string_view> dims, std::vector<Wire> const& constants,
             std::initializer_list<Wire> attributes) {
    Wire n;
    n.text(1, "x");
    for (size_t i = 0; i < constants.size(); ++i)
        n.text(1, "c" + std::to_string(i));
    n.text(2, "y").text(4, op);
    for (Wire const& a : attributes)
        n.message(5, a);
    Wire shape;
    for (std::string_view d : dims)
        shape.message(1, d[0] >= '0' && d[0] <= '9' ? Wire().number(1, std::stoll(std::string(d))) : Wire().text(2, d));
    Graph g{{n}, {}, {value("x", Wire().message(1, Wire().number(1, 1).message(2, shape)))}, {value("y", {"N"})}};
    for (size_t i = 0; i < constants.size(); ++i)
        g.initializers.push_back(Wire(constants[i]).text(8, "c" + std::to_string(i)));
    return model(g);
}

Wire list(std::vector<int64_t> const& values) {
    return ints("", {static_cast<int64_t>(values.size())}, values);
}
Wire attributeInts(std::string_view name, std::vector<int64_t> const& values) {
    return Wire().text(1, name).numbers(8, values).number(20, 7);
}

int64_t sizeOf(int onnxType) {
    return bytesFor(*onnx::dtypeOf(onnxType), 1);
}

std::vector<Wire> seeds() {
    std::vector<float> const weights(24, 0.5F);
    std::vector<Wire> out{
        oneNode("Softmax", {"N", "8"}, {}, {attribute("axis", int64_t{-1})}),
        oneNode("Conv", {"N", "3", "8", "W"}, {floats("", {2, 3, 2, 2}, weights)},
                {attributeInts("pads", {1, 1, 1, 1})}),
        oneNode("MatMul", {"N", "4"}, {floats("", {4, 6}, weights)}, {}),
        oneNode("Reshape", {"N", "4", "6"}, {list({0, -1})}, {}),
        oneNode("Slice", {"N", "8"}, {list({0}), list({-1}), list({1}), list({2})}, {}),
        oneNode("Transpose", {"N", "4", "6"}, {}, {attributeInts("perm", {2, 0, 1})}),
        oneNode("ReduceMean", {"N", "4", "6"}, {}, {attributeInts("axes", {1})}),
        oneNode("MaxPool", {"N", "3", "8", "W"}, {}, {attributeInts("kernel_shape", {2, 2})}),
        oneNode("Gather", {"9", "N"}, {list({0, 3})}, {}),
        oneNode("Clip", {"N"}, {floats("", {}, {0}), floats("", {}, {6})}, {}),
    };
    Wire const twice = function(
        "acme", "Twice", {"x"}, {"y"},
        {node("Relu", {"x"}, {"m"}), node("Softmax", {"m"}, {"y"}, {}, {attributeReference("axis", "axis", 2)})},
        {"axis"});
    Graph const calls{{node("Twice", {"x"}, {"m"}, {}, {attribute("axis", int64_t{0})}, "acme"),
                       node("Twice", {"m"}, {"y"}, {}, {}, "acme")},
                      {},
                      {value("x", {"N", "2"})},
                      {value("y", {"N", "2"})}};
    out.push_back(
        model(calls, 17,
              Wire().message(25, twice).message(8, opset("acme", 1)).message(14, Wire().text(1, "k").text(2, "v"))));

    Graph const branch{{node("Softmax", {"x"}, {"b"})}, {}, {}, {value("b", {"N"})}};
    Graph const control{
        {node("Cast", {"x"}, {"c"}, {}, {attribute("to", int64_t{9})}),
         node("If", {"c"}, {"y"}, {},
              {attributeGraph("then_branch", branch.message()), attributeGraph("else_branch", branch.message())})},
        {},
        {value("x", {"1"})},
        {value("y", {"N"})}};
    out.push_back(model(control));

    Graph shapes{{node("Shape", {"x"}, {"s"}), node("Gather", {"s", "i"}, {"d"}),
                  node("Concat", {"d", "minus"}, {"t"}, {}, {attribute("axis", int64_t{0})}),
                  node("Reshape", {"x", "t"}, {"y"})},
                 {ints("i", {1}, {0}), ints("minus", {1}, {-1})},
                 {value("x", {"N", "4", "M"})},
                 {value("y", {"N", "K"})}};
    out.push_back(model(shapes));

    Graph plain{{}, {}, {}, {}}, typed{{}, {}, {}, {}};
    for (int type = 1; type <= 24; ++type) {
        if (type == 8 || type == 14 || type == 15) // strings and complex numbers are refused
            continue;
        std::string const name = "t" + std::to_string(type);
        Wire const t = tensor(name, type, {1});
        plain.initializers.push_back(Wire(t).text(9, std::string(static_cast<size_t>(sizeOf(type)), '\1')));
        typed.initializers.push_back(type == 1                  ? Wire(t).reals(4, {1})
                                     : type == 11               ? Wire(t).doubles(10, {1})
                                     : type == 7                ? Wire(t).numbers(7, {1})
                                     : type == 12 || type == 13 ? Wire(t).numbers(11, {1})
                                                                : Wire(t).numbers(5, {1}));
    }
    out.push_back(model(plain));
    out.push_back(model(typed));
    return out;
}

/// If, where Tenon has no importer of it yet: reads both blocks, so that what they hold is fuzzed too.
void bothBranches(onnx::ImportContext& node) {
    node.block("then_branch");
    node.block("else_branch");
    node.setOut(0, node.in(0));
}

onnx::ImporterTable const& importers() {
    static onnx::ImporterTable const kTable = [] {
        onnx::ImporterTable table = onnx::builtinImporters();
        if (!table.knows("", "If"))
            table.add("", "If", 1, bothBranches);
        return table;
    }();
    return kTable;
}

void quiet(Severity, std::string_view) {}

/// Calls fn; an Error is an answer as good as any.
template <class F>
void tolerant(F&& fn) {
    try {
        fn();
    } catch (Error const& e) {
        (void)e.what();
    } catch (ErrorList const& e) {
        (void)e.what();
    }
}

} // namespace
} // namespace tenon

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    using namespace tenon;
    setLogSink(quiet);
    for (int i = 1; i < *argc; ++i) {
        if ((*argv)[i][0] == '-' || !std::filesystem::is_directory((*argv)[i]))
            continue;
        int number = 0;
        for (Wire const& m : seeds())
            writeFile(std::string((*argv)[i]) + "/seed_" + std::to_string(number++),
                      std::as_bytes(std::span(m.bytes.data(), m.bytes.size())));
        break;
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(uint8_t const* data, size_t size) {
    using namespace tenon;
    Buffer const file = Buffer::copy(std::as_bytes(std::span(data, size)));
    onnx::ReadOptions options;
    options.maxNodes = 2000;
    tolerant([&] { onnx::readModel(file, std::nullopt, builtinTable(), importers(), options); });
    tolerant([&] { onnx::infoOf(onnx::parseModel(file.bytes()), importers()); });
    Type const tensor = Type::tensor(DType::kF32, std::nullopt);
    for (Type const& type :
         {tensor, Type::tensor(DType::kString, std::nullopt), Type::sequence(tensor),
          Type::optional(Type::sequence(tensor)), Type{Kind::kMap, DType::kI64, std::nullopt, {tensor}}})
        tolerant([&] { onnx::readValue(file, type); });
    return 0;
}

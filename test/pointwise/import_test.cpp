// SPDX-License-Identifier: Apache-2.0
// Importers of pointwise operators, where the node tests of the onnx package do not reach: older operator sets, many
// operands, mixed types, refusals. What a node becomes is read as the text of its expression.
#include "kernel/expression.h"
#include "test/onnx/read.h"

#include <gtest/gtest.h>

namespace tenon::ops::pointwise {
namespace {

constexpr int kFloat = 1, kInt32 = 6, kInt64 = 7;

/// One node on inputs a, b, ... of these types, and initializers; outputs y, z.
struct Model {
    std::vector<int> types;
    test::Wire node;
    int64_t opset = 17;
    std::vector<test::Wire> initializers{};
    std::vector<std::string_view> outputs{"y"};

    test::Wire wire() const {
        test::Graph g{{node}, initializers, {}, {}};
        for (size_t i = 0; i < types.size(); ++i)
            g.inputs.push_back(
                test::value(std::string(1, static_cast<char>('a' + i)), test::tensorType(types[i], {"3", "n"})));
        for (std::string_view name : outputs)
            g.outputs.push_back(test::value(name, test::Wire()));
        return test::model(g, opset);
    }
    /// The expressions of the records, in order.
    std::vector<std::string> texts() const {
        std::vector<std::string> out;
        for (Record const& r : test::read(wire()).main.records)
            out.push_back(toString(r.attrs.as<PointwiseAttributes>().expression));
        return out;
    }
    Message error() const {
        auto const errors = test::errorsOf(wire());
        return errors.empty() ? Message::kUsage : errors[0].id();
    }
};

using Texts = std::vector<std::string>;
using test::attribute;
using test::node;

TEST(PointwiseImport, ClipOfEveryForm) {
    auto const y = [](std::initializer_list<std::string_view> in, std::initializer_list<test::Wire> attributes = {}) {
        return node("Clip", in, {"y"}, "", attributes);
    };
    EXPECT_EQ((Model{{kFloat}, y({"a"}, {attribute("min", 0.0f), attribute("max", 6.0f)}), 7}.texts()),
              Texts{"clip(a0, 0, 6)"});
    EXPECT_EQ((Model{{kFloat}, y({"a"}, {attribute("max", 6.0f)}), 10}.texts()), Texts{"min(a0, 6)"});
    EXPECT_EQ((Model{{kFloat}, y({"a"}), 7}.texts()), Texts{"a0"});
    std::vector<test::Wire> const bounds{test::floats("lo", {}, {-1.5f}), test::floats("hi", {}, {2.0f})};
    EXPECT_EQ((Model{{kFloat}, y({"a", "lo", "hi"}), 13, bounds}.texts()), Texts{"clip(a0, -1.5, 2)"});
    EXPECT_EQ((Model{{kFloat}, y({"a", "", "hi"}), 13, bounds}.texts()), Texts{"min(a0, 2)"});
    EXPECT_EQ((Model{{kFloat, kFloat}, y({"a", "b", "hi"}), 13, bounds}.texts()), Texts{"clip(a0, a1, 2)"});
}

TEST(PointwiseImport, ManyOperands) {
    EXPECT_EQ((Model{{kFloat}, node("Max", {"a"}, {"y"})}.texts()), Texts{"a0"});
    EXPECT_EQ((Model{{kFloat, kFloat, kFloat}, node("Mean", {"a", "b", "c"}, {"y"})}.texts()),
              Texts{"div(add(add(a0, a1), a2), 3)"});
    Model const sum{std::vector<int>(9, kFloat), node("Sum", {"a", "b", "c", "d", "e", "f", "g", "h", "i"}, {"y"})};
    EXPECT_EQ(sum.texts(), (Texts{"add(add(add(add(add(add(add(a0, a1), a2), a3), a4), a5), a6), a7)", "add(a0, a1)"}));
    EXPECT_EQ((Model{{kFloat, kInt32}, node("Max", {"a", "b"}, {"y"})}.error()), Message::kOperandType);
}

TEST(PointwiseImport, PowersOfMixedTypes) {
    auto const power = node("Pow", {"a", "b"}, {"y"});
    EXPECT_EQ((Model{{kFloat, kFloat}, power}.texts()), Texts{"pow(a0, a1)"});
    EXPECT_EQ((Model{{kFloat, kInt64}, power}.texts()), Texts{"pow(a0, cast<f32>(a1))"});
    EXPECT_EQ((Model{{kInt32, kFloat}, power}.texts()), Texts{"cast<i32>(pow(cast<f64>(a0), cast<f64>(a1)))"});
    EXPECT_EQ((Model{{kInt32, kInt64}, power}.texts()), Texts{"cast<i32>(pow(cast<i64>(a0), a1))"});
}

TEST(PointwiseImport, AttributesBecomeNumbers) {
    EXPECT_EQ((Model{{kFloat}, node("LeakyRelu", {"a"}, {"y"}, "", {attribute("alpha", 0.25f)})}.texts()),
              Texts{"leaky_relu(a0, 0.25)"});
    EXPECT_EQ((Model{{kFloat}, node("HardSigmoid", {"a"}, {"y"}, "", {attribute("alpha", 0.25f)})}.texts()),
              Texts{"hard_sigmoid(a0, 0.25, 0.5)"});
    EXPECT_EQ((Model{{kInt32}, node("Shrink", {"a"}, {"y"})}.texts()),
              Texts{"cast<i32>(shrink(cast<f64>(a0), 0.5, 0))"});
    EXPECT_EQ((Model{{kFloat}, node("Swish", {"a"}, {"y"}), 24}.texts()), Texts{"silu(a0)"});
    EXPECT_EQ((Model{{kFloat}, node("Swish", {"a"}, {"y"}, "", {attribute("alpha", 2.0f)}), 24}.texts()),
              Texts{"mul(a0, sigmoid(mul(2, a0)))"});
    EXPECT_EQ((Model{{kFloat}, node("IsInf", {"a"}, {"y"}, "", {attribute("detect_positive", int64_t{0})})}.texts()),
              Texts{"isinf_neg(a0)"});
    EXPECT_EQ((Model{{kFloat}, node("Cast", {"a"}, {"y"}, "", {attribute("to", int64_t{9})})}.texts()),
              Texts{"cast<bool>(a0)"});
}

TEST(PointwiseImport, DropoutAtInference) {
    EXPECT_EQ((Model{{kFloat}, node("Dropout", {"a"}, {"y"})}.texts()), Texts{"a0"});
    EXPECT_EQ((Model{{kFloat}, node("Dropout", {"a"}, {"y", "z"}), 13, {}, {"y", "z"}}.texts()), (Texts{"a0", "1"}));
}

TEST(PointwiseImport, Refusals) {
    EXPECT_EQ((Model{{kFloat}, node("Add", {"a"}, {"y"})}.error()), Message::kOperand);
    EXPECT_EQ((Model{{kFloat, kInt32}, node("Add", {"a", "b"}, {"y"})}.error()), Message::kOperandType);
    EXPECT_EQ((Model{{kFloat}, node("Gelu", {"a"}, {"y"}, "", {attribute("approximate", "sigmoid")}), 20}.error()),
              Message::kAttribute);
    EXPECT_EQ(
        (Model{{kInt32, kInt32}, node("BitShift", {"a", "b"}, {"y"}, "", {attribute("direction", "UP")})}.error()),
        Message::kAttribute);
}

} // namespace
} // namespace tenon::ops::pointwise

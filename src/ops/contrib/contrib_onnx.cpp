// SPDX-License-Identifier: Apache-2.0
// Operators of ONNX Runtime's domain that its optimiser and quantiser write, as what they fuse: an operator of the
// standard between dequantised operands and a quantised result, or with an activation behind it.
#include "onnx/compose.h"
#include "onnx/quantization.h"

#include <algorithm>

namespace tenon::ops {
namespace contrib {
namespace {

using namespace onnx;

/// Numbers that stand for attributes of a node, before its own.
class Fields final : public FieldSource {
public:
    Fields(FieldSource& own, std::map<std::string, double, std::less<>> numbers)
        : mOwn(own), mNumbers(std::move(numbers)) {}
    bool get(std::string_view name, double& value) override {
        auto const it = mNumbers.find(name);
        if (it == mNumbers.end())
            return mOwn.get(name, value);
        value = it->second;
        return true;
    }
    bool get(std::string_view name, int64_t& value) override { return mOwn.get(name, value); }
    bool get(std::string_view name, std::string& value) override { return mOwn.get(name, value); }
    bool get(std::string_view name, std::vector<int64_t>& value) override { return mOwn.get(name, value); }
    bool get(std::string_view name, std::vector<double>& value) override { return mOwn.get(name, value); }
    bool get(std::string_view name, std::vector<std::string>& value) override { return mOwn.get(name, value); }
    bool has(std::string_view name) const { return mNumbers.contains(name); }

private:
    FieldSource& mOwn;
    std::map<std::string, double, std::less<>> mNumbers;
};

/// A node as the importer of another operator sees it: other operands, and results that are kept instead of named.
class Inner final : public ImportContext {
public:
    Inner(ImportContext& node, std::string_view op, int64_t opset, std::vector<TensorId> operands, size_t results,
          std::map<std::string, double, std::less<>> numbers)
        : mNode(node), mOp(op), mOpset(opset), mOperands(std::move(operands)), mResults(results, kNoTensor),
          mFields(node.fields(), std::move(numbers)) {}

    std::vector<TensorId> run() {
        ImportFunction const function = builtinImporters().find("", mOp, mOpset);
        if (function == nullptr)
            fail(Message::kOnnxNode, "the node becomes operator '" + mOp + "', which this build of Tenon lacks");
        function(*this);
        return std::move(mResults);
    }

    std::string_view opType() const override { return mOp; }
    int64_t opset() const override { return mOpset; }
    size_t inputs() const override { return mOperands.size(); }
    size_t outputs() const override { return mResults.size(); }
    TensorId in(size_t i) const override { return i < mOperands.size() ? mOperands[i] : kNoTensor; }
    FieldSource& fields() override { return mFields; }
    TensorId tensorAttribute(std::string_view name) override { return mNode.tensorAttribute(name); }
    NetworkTensor const* constant(TensorId id) const override { return mNode.constant(id); }
    std::optional<DType> typeOf(TensorId id) const override { return mNode.typeOf(id); }
    int64_t rankOf(TensorId id) const override { return mNode.rankOf(id); }
    TensorId emit(std::string_view op, Attrs attrs, std::vector<TensorId> operands, size_t results) override {
        return mNode.emit(op, std::move(attrs), std::move(operands), results);
    }
    TensorId constant(Type type, Buffer bytes) override { return mNode.constant(std::move(type), std::move(bytes)); }
    void setOut(size_t i, TensorId id) override {
        if (i < mResults.size())
            mResults[i] = id;
    }
    NetworkBlock block(std::string_view attribute, Types const& params) override {
        return mNode.block(attribute, params);
    }
    NetworkBlock compose(Types const& params,
                         std::function<std::vector<TensorId>(std::vector<TensorId> const&)> const& fill) override {
        return mNode.compose(params, fill);
    }
    std::vector<TensorId> inlined(std::string_view attribute) override { return mNode.inlined(attribute); }
    std::optional<Box> tensorValue(std::string_view name) override { return mNode.tensorValue(name); }
    std::optional<Type> typeAttribute(std::string_view name) override { return mNode.typeAttribute(name); }
    TensorId strings(std::vector<int64_t> dims, std::vector<std::string> values) override {
        return mNode.strings(std::move(dims), std::move(values));
    }
    Fact const* fact(TensorId id) const override { return mNode.fact(id); }
    void assume(TensorId id, Type type) override { mNode.assume(id, std::move(type)); }
    Record& last() override { return mNode.last(); }

protected:
    bool wanted(size_t) const override { return true; }
    bool attribute(std::string_view name) override { return mFields.has(name) || mNode.hasAttribute(name); }

private:
    ImportContext& mNode;
    std::string mOp;
    int64_t mOpset;
    std::vector<TensorId> mOperands;
    std::vector<TensorId> mResults;
    Fields mFields;
};

constexpr int64_t kOpset = 17; // of the standard's operators that the others stand for

std::vector<TensorId> standard(ImportContext& node, std::string_view op, std::vector<TensorId> operands,
                               size_t results = 1, std::map<std::string, double, std::less<>> numbers = {},
                               int64_t opset = kOpset) {
    return Inner(node, op, opset, std::move(operands), results, std::move(numbers)).run();
}

TensorId operandOf(ImportContext& node, size_t i) {
    return node.has(i) ? node.in(i) : kNoTensor;
}

// --- quantised operands and result

TensorId real(ImportContext& node, size_t i) {
    return Compose(node).dequantize(node.in(i), node.in(i + 1), operandOf(node, i + 2));
}

void finish(ImportContext& node, TensorId value, size_t scale, TensorId like) {
    node.setOut(0,
                Compose(node).quantize(value, node.in(scale), operandOf(node, scale + 1), Compose(node).typeOf(like)));
}

/// X, its scale and zero point; then those of the result.
void quantizedUnary(ImportContext& node, std::string_view op, int64_t opset = kOpset) {
    if (node.integer("channels_last", 0) != 0)
        node.fail(Message::kNotThereYet, "a quantised operator with the channels last", "channels_last 0", "1");
    finish(node, standard(node, op, {real(node, 0)}, 1, {}, opset)[0], 3, node.in(0));
}

template <Name kOp>
void importUnary(ImportContext& node) {
    quantizedUnary(node, kOp.text);
}

void importSoftmax(ImportContext& node) {
    quantizedUnary(node, "Softmax", node.integer("opset", 13));
}

template <Name kRow>
void importBinary(ImportContext& node) {
    finish(node, Compose(node).row(kRow.text, {real(node, 0), real(node, 3)}), 6, node.in(0));
}

void importWhere(ImportContext& node) {
    finish(node, Compose(node).row("select", {node.in(0), real(node, 1), real(node, 4)}), 7, node.in(1));
}

void importConcat(ImportContext& node) {
    std::vector<TensorId> parts;
    for (size_t i = 2; i + 2 < node.inputs(); i += 3)
        parts.push_back(real(node, i));
    if (parts.empty())
        node.fail(Message::kOperand, "there is nothing to concatenate", "at least 5 operands");
    node.setOut(0, Compose(node).quantize(standard(node, "Concat", std::move(parts))[0], node.in(0), node.in(1)));
}

// --- activations

/// The activation in attribute `activation`, if any, on a value. `parameters` in the order of ONNX Runtime.
TensorId activated(ImportContext& node, TensorId value, std::vector<double> const& parameters) {
    std::string const name = node.text("activation", "");
    if (name.empty())
        return value;
    if (name == "Clip") { // bounds are attributes of the oldest version
        if (parameters.size() < 2)
            node.fail(Message::kAttribute, "an activation lacks its parameters", "2 parameters of Clip");
        return standard(node, "Clip", {value}, 1, {{"min", parameters[0]}, {"max", parameters[1]}}, 7)[0];
    }
    std::map<std::string, double, std::less<>> numbers;
    for (size_t i = 0; i < std::min<size_t>(parameters.size(), 2); ++i)
        numbers[i == 0 ? "alpha" : "beta"] = parameters[i];
    return standard(node, name, {value}, 1, std::move(numbers))[0];
}

std::vector<double> activationNumbers(ImportContext& node) {
    std::vector<double> out;
    for (char const* name : {"activation_alpha", "activation_beta"})
        if (node.hasAttribute(name))
            out.push_back(node.number(name, 0));
    return out;
}

void importFusedConv(ImportContext& node) {
    TensorId out = standard(node, "Conv", {node.in(0), node.in(1), operandOf(node, 2)})[0];
    if (node.has(3))
        out = Compose(node).row("add", {out, node.in(3)});
    node.setOut(0, activated(node, out, node.numbers("activation_params")));
}

void importFusedGemm(ImportContext& node) {
    TensorId const out = standard(node, "Gemm", {node.in(0), node.in(1), operandOf(node, 2)})[0];
    node.setOut(0, activated(node, out, activationNumbers(node)));
}

void importFusedMatMul(ImportContext& node) {
    for (char const* name : {"transBatchA", "transBatchB"})
        if (node.integer(name, 0) != 0)
            node.fail(Message::kNotThereYet, std::string("a product with ") + name, "0", "1");
    TensorId out =
        Compose(node).matmul(node.in(0), node.in(1), node.integer("transA", 0) != 0, node.integer("transB", 0) != 0);
    if (double const alpha = node.number("alpha", 1); alpha != 1)
        out = Compose(node).row("mul",
                                {out, Compose(node).cast(Compose(node).number(DType::kF32, static_cast<float>(alpha)),
                                                         Compose(node).typeOf(out))});
    node.setOut(0, activated(node, out, activationNumbers(node)));
}

template <Name kRow>
void importGelu(ImportContext& node) {
    TensorId const x = node.has(1) ? Compose(node).row("add", {node.in(0), node.in(1)}) : node.in(0);
    node.setOut(0, Compose(node).row(kRow.text, {x}));
}

/// x * sigmoid(alpha * x)
void importQuickGelu(ImportContext& node) {
    TensorId const x = node.in(0);
    TensorId const alpha = Compose(node).cast(
        Compose(node).number(DType::kF32, static_cast<float>(node.number("alpha", 1.702))), Compose(node).typeOf(x));
    node.setOut(0, Compose(node).row("mul", {x, Compose(node).row("sigmoid", {Compose(node).row("mul", {x, alpha})})}));
}

void importSkipLayerNorm(ImportContext& node) {
    TensorId sum = Compose(node).row("add", {node.in(0), node.in(1)});
    if (node.has(4))
        sum = Compose(node).row("add", {sum, node.in(4)});
    std::vector<TensorId> operands{sum, node.in(2)};
    if (node.has(3))
        operands.push_back(node.in(3));
    size_t const results = node.wantsOutput(2) ? 3 : (node.wantsOutput(1) ? 2 : 1);
    std::map<std::string, double, std::less<>> const epsilon{{"epsilon", node.number("epsilon", 1e-12)}};
    std::vector<TensorId> const out = standard(node, "LayerNormalization", std::move(operands), results, epsilon);
    for (size_t i = 0; i < results; ++i)
        node.setOut(i, out[i]);
    if (node.wantsOutput(3))
        node.setOut(3, sum);
}

} // namespace
} // namespace contrib

void contrib_onnx(onnx::ImporterTable& table) {
    using namespace contrib;
    auto add = [&table](std::string_view name, onnx::ImportFunction function) {
        table.add("com.microsoft", name, 1, function);
    };
    add("QLinearAdd", importBinary<"add">);
    add("QLinearMul", importBinary<"mul">);
    add("QLinearWhere", importWhere);
    add("QLinearConcat", importConcat);
    add("QLinearSigmoid", importUnary<"Sigmoid">);
    add("QLinearLeakyRelu", importUnary<"LeakyRelu">);
    add("QLinearSoftmax", importSoftmax);
    add("QLinearReduceMean", importUnary<"ReduceMean">);
    add("QLinearAveragePool", importUnary<"AveragePool">);
    add("QLinearGlobalAveragePool", importUnary<"GlobalAveragePool">);
    add("FusedConv", importFusedConv);
    add("FusedGemm", importFusedGemm);
    add("FusedMatMul", importFusedMatMul);
    add("FusedMatMulActivation", importFusedMatMul);
    add("Gelu", importGelu<"gelu_erf">);
    add("BiasGelu", importGelu<"gelu_erf">);
    add("FastGelu", importGelu<"gelu_tanh">);
    add("QuickGelu", importQuickGelu);
    add("SkipLayerNormalization", importSkipLayerNorm);
}

} // namespace tenon::ops

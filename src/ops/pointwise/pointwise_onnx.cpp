// SPDX-License-Identifier: Apache-2.0
// Every pointwise operator of ONNX, from opset 6 on, as rows of the table: most by name, the others by a function that
// writes the expression. Attributes become numbers of the expression; so do the bounds of Clip where they are constant.
#include "base/half.h"
#include "kernel/expression.h"
#include "onnx/importer.h"

#include <cmath>
#include <fmt/format.h>

namespace tenon::ops {
namespace pointwise {
namespace {

using onnx::ImportContext;

DType typeOf(ImportContext& node, size_t i) {
    if (!node.has(i))
        node.fail(Message::kOperand, fmt::format("operand {} is missing", i));
    std::optional<DType> type = node.typeOf(node.in(i));
    if (!type)
        node.fail(Message::kElementTypeUnknown, fmt::format("the element type of operand {} is not known", i));
    return *type;
}

void finish(ImportContext& node, Expression expression, std::vector<TensorId> operands) {
    node.setOut(0, node.emit("pointwise", PointwiseAttributes{std::move(expression)}, std::move(operands)));
}

/// Operators that are one row: all operands in order, no attribute.
struct Direct {
    std::string_view onnx;
    int64_t since;
    std::string_view row;
    size_t operands;
};
constexpr Direct kDirect[] = {
    {"Abs", 1, "abs", 1},
    {"Acos", 7, "acos", 1},
    {"Acosh", 9, "acosh", 1},
    {"Add", 6, "add", 2},
    {"And", 1, "logic_and", 2},
    {"Asin", 7, "asin", 1},
    {"Asinh", 9, "asinh", 1},
    {"Atan", 7, "atan", 1},
    {"Atanh", 9, "atanh", 1},
    {"BitwiseAnd", 18, "bit_and", 2},
    {"BitwiseNot", 18, "bit_not", 1},
    {"BitwiseOr", 18, "bit_or", 2},
    {"BitwiseXor", 18, "bit_xor", 2},
    {"Ceil", 1, "ceil", 1},
    {"Cos", 7, "cos", 1},
    {"Cosh", 9, "cosh", 1},
    {"Div", 6, "div", 2},
    {"Equal", 1, "eq", 2},
    {"Erf", 9, "erf", 1},
    {"Exp", 1, "exp", 1},
    {"Floor", 1, "floor", 1},
    {"Greater", 1, "gt", 2},
    {"GreaterOrEqual", 12, "ge", 2},
    {"HardSwish", 14, "hard_swish", 1},
    {"IsNaN", 9, "isnan", 1},
    {"Less", 1, "lt", 2},
    {"LessOrEqual", 12, "le", 2},
    {"Log", 1, "log", 1},
    {"Mish", 18, "mish", 1},
    {"Mul", 6, "mul", 2},
    {"Neg", 1, "neg", 1},
    {"Not", 1, "logic_not", 1},
    {"Or", 1, "logic_or", 2},
    {"PRelu", 6, "prelu", 2},
    {"Reciprocal", 1, "reciprocal", 1},
    {"Relu", 1, "relu", 1},
    {"Round", 11, "round", 1},
    {"Sigmoid", 1, "sigmoid", 1},
    {"Sign", 9, "sign", 1},
    {"Sin", 7, "sin", 1},
    {"Sinh", 9, "sinh", 1},
    {"Softplus", 1, "softplus", 1},
    {"Softsign", 1, "softsign", 1},
    {"Sqrt", 1, "sqrt", 1},
    {"Sub", 6, "sub", 2},
    {"Tan", 7, "tan", 1},
    {"Tanh", 1, "tanh", 1},
    {"Where", 9, "select", 3},
    {"Xor", 1, "logic_xor", 2},
};

/// The second of two operands. Before opset 7 its axes lie on those of the first from the attribute `axis` on (of a
/// slope always on the second), and only without that on the last ones.
TensorId second(ImportContext& node) {
    constexpr int64_t kBroadcastAsNumpy = 7;
    bool const isSlope = node.opType() == "PRelu";
    if (node.opset() >= kBroadcastAsNumpy || !(isSlope || node.hasAttribute("axis")))
        return node.in(1);
    int64_t const whole = node.rankOf(node.in(0)), own = node.rankOf(node.in(1));
    if (whole < 0 || own < 0)
        node.fail(Message::kNotThereYet, "operands of unknown rank that are spread from an axis on", "known ranks");
    int64_t const given = node.integer("axis", 1), axis = given < 0 ? given + whole : given;
    std::vector<int64_t> behind;
    for (int64_t a = axis + own; a < whole; ++a)
        behind.push_back(a - axis);
    return behind.empty() ? node.in(1)
                          : node.emit("unsqueeze", NoAttrs{}, {node.in(1), node.constantOf(std::move(behind))});
}

void direct(ImportContext& node) {
    for (Direct const& d : kDirect) {
        if (d.onnx != node.opType())
            continue;
        if (node.inputs() != d.operands)
            node.fail(Message::kOperand, fmt::format("{} has another number of operands", d.onnx),
                      fmt::format("{}", d.operands), fmt::format("{}", node.inputs()));
        std::vector<DType> types;
        std::vector<TensorId> operands;
        for (size_t i = 0; i < d.operands; ++i) {
            types.push_back(typeOf(node, i));
            operands.push_back(i == 1 ? second(node) : node.in(i));
        }
        if (classOf(types.back()) == 0 && (d.row == "eq" || d.row == "select")) // strings, 8-bit floats
            return node.setOut(0, node.emit(d.row == "eq" ? "string_equal" : "choose", NoAttrs{}, std::move(operands)));
        return finish(node, rowOf(d.row, std::move(types)), std::move(operands));
    }
}

/// Operators of one operand whose attributes are the further operands of a row.
struct Parameter {
    std::string_view name;
    double otherwise;
};
struct Parametric {
    std::string_view onnx;
    int64_t since;
    std::string_view row;
    std::vector<Parameter> parameters;
};
std::vector<Parametric> const& parametrics() {
    static std::vector<Parametric> const kList{
        {"Celu", 12, "celu", {{"alpha", 1}}},
        {"Elu", 1, "elu", {{"alpha", 1}}},
        {"HardSigmoid", 1, "hard_sigmoid", {{"alpha", 0.2}, {"beta", 0.5}}},
        {"LeakyRelu", 1, "leaky_relu", {{"alpha", 0.01}}},
        {"Selu", 6, "selu", {{"alpha", 1.67326319217681884765625}, {"gamma", 1.05070102214813232421875}}},
        {"Shrink", 9, "shrink", {{"lambd", 0.5}, {"bias", 0}}},
        {"ThresholdedRelu", 10, "thresholded_relu", {{"alpha", 1}}},
    };
    return kList;
}

void parametric(ImportContext& node) {
    for (Parametric const& p : parametrics()) {
        if (p.onnx != node.opType())
            continue;
        DType const type = typeOf(node, 0);
        DType const inside = isFloating(type) ? type : DType::kF64; // Shrink takes integers too
        ExpressionWriter w({type});
        std::vector<int32_t> args{w.cast(0, inside)};
        for (Parameter const& each : p.parameters)
            args.push_back(w.number(inside, node.number(each.name, each.otherwise)));
        return finish(node, w.take(w.cast(w.row(p.row, std::move(args)), type)), {node.in(0)});
    }
}

/// Max, Min, Sum and Mean of any number of operands: a chain, eight operands at a time.
void variadic(ImportContext& node) {
    constexpr size_t kAtOnce = 8;
    if (node.inputs() == 0)
        node.fail(Message::kOperand, "there are no operands", "at least 1");
    std::string_view const row = node.opType() == "Max" ? "max" : (node.opType() == "Min" ? "min" : "add");
    DType const type = typeOf(node, 0);
    TensorId sum = node.in(0);
    for (size_t next = 1;;) {
        size_t const end = std::min(node.inputs(), next + kAtOnce - 1);
        std::vector<TensorId> operands{sum};
        std::vector<DType> types{type};
        for (size_t i = next; i < end; ++i) {
            operands.push_back(node.in(i));
            types.push_back(typeOf(node, i));
        }
        ExpressionWriter w(std::move(types));
        int32_t value = 0;
        for (size_t i = 1; i < operands.size(); ++i)
            value = w.row(row, {value, static_cast<int32_t>(i)});
        next = end;
        bool const last = next >= node.inputs();
        if (last && node.opType() == "Mean")
            value = w.row("div", {value, w.number(type, static_cast<double>(node.inputs()))});
        Expression e = w.take(value);
        if (last)
            return finish(node, std::move(e), std::move(operands));
        sum = node.emit("pointwise", PointwiseAttributes{std::move(e)}, std::move(operands));
    }
}

/// The value of an operand that is a constant of one element; absent otherwise.
std::optional<double> scalarOf(ImportContext& node, size_t i) {
    NetworkTensor const* tensor = node.constant(node.in(i));
    if (tensor == nullptr || !tensor->constant ||
        tensor->constant->size() != static_cast<size_t>(bytesFor(tensor->type->dtype, 1)))
        return std::nullopt;
    std::optional<double> value;
    withType(tensor->type->dtype, [&](auto sample) {
        using T = decltype(sample);
        T const raw = *tensor->constant->as<T>();
        if (!std::is_integral_v<T> || std::abs(static_cast<double>(raw)) < 0x1p53) // exact in double
            value = static_cast<double>(raw);
    });
    return value;
}

void clip(ImportContext& node) {
    DType const type = typeOf(node, 0);
    std::vector<DType> types{type};
    std::vector<TensorId> operands{node.in(0)};
    std::optional<double> numbers[2];
    int32_t slots[2] = {-1, -1};
    for (size_t i : {size_t{0}, size_t{1}}) {
        std::string_view const name = i == 0 ? "min" : "max";
        if (node.opset() < 11) {
            if (node.hasAttribute(name))
                numbers[i] = node.number(name, 0);
        } else if (node.has(i + 1)) {
            numbers[i] = scalarOf(node, i + 1);
            if (!numbers[i]) {
                slots[i] = static_cast<int32_t>(operands.size());
                types.push_back(typeOf(node, i + 1));
                operands.push_back(node.in(i + 1));
            }
        }
    }
    ExpressionWriter w(std::move(types));
    int32_t bounds[2];
    for (size_t i : {size_t{0}, size_t{1}})
        bounds[i] = numbers[i] ? w.number(type, *numbers[i]) : slots[i];
    int32_t value = 0;
    if (bounds[0] >= 0 && bounds[1] >= 0)
        value = w.row("clip", {0, bounds[0], bounds[1]});
    else if (bounds[0] >= 0)
        value = w.row("max", {0, bounds[0]});
    else if (bounds[1] >= 0)
        value = w.row("min", {0, bounds[1]});
    finish(node, w.take(value), std::move(operands));
}

/// The base's type is the result's. Integers stay integers; a floating exponent of an integer base is computed in f64.
void pow(ImportContext& node) {
    DType const base = typeOf(node, 0), exponent = typeOf(node, 1);
    DType inside = base;
    if (!isFloating(base) && isFloating(exponent))
        inside = DType::kF64;
    else if (!isFloating(base) && base != exponent && base != DType::kU64)
        inside = DType::kI64;
    ExpressionWriter w({base, exponent});
    int32_t const x = w.cast(0, inside);
    int32_t const power = w.row("pow", {x, w.cast(1, inside)});
    finish(node, w.take(w.cast(power, base)), {node.in(0), second(node)});
}

void mod(ImportContext& node) {
    bool const dividend = node.integer("fmod", 0) != 0; // whose sign the remainder takes
    finish(node, rowOf(dividend ? "fmod" : "mod", {typeOf(node, 0), typeOf(node, 1)}), {node.in(0), node.in(1)});
}

void bitShift(ImportContext& node) {
    std::string const direction = node.text("direction", "");
    if (direction != "LEFT" && direction != "RIGHT")
        node.fail(Message::kAttribute, "the direction of a shift is unknown", "LEFT or RIGHT", direction);
    finish(node, rowOf(direction == "LEFT" ? "shift_left" : "shift_right", {typeOf(node, 0), typeOf(node, 1)}),
           {node.in(0), node.in(1)});
}

void isInf(ImportContext& node) {
    bool const negative = node.integer("detect_negative", 1) != 0, positive = node.integer("detect_positive", 1) != 0;
    ExpressionWriter w({typeOf(node, 0)});
    int32_t const value = !negative && !positive
                              ? w.number(DType::kBool, 0)
                              : w.row(negative && positive ? "isinf" : (negative ? "isinf_neg" : "isinf_pos"), {0});
    finish(node, w.take(value), {node.in(0)});
}

void gelu(ImportContext& node) {
    std::string const form = node.text("approximate", "none");
    if (form != "none" && form != "tanh")
        node.fail(Message::kAttribute, "an approximation of Gelu that is unknown", "none or tanh", form);
    finish(node, rowOf(form == "tanh" ? "gelu_tanh" : "gelu_erf", {typeOf(node, 0)}), {node.in(0)});
}

/// x * sigmoid(alpha * x) of operand 0.
int32_t swishOf(ImportContext& node, ExpressionWriter& w) {
    double const alpha = node.number("alpha", 1);
    if (alpha == 1)
        return w.row("silu", {0});
    return w.row("mul", {0, w.row("sigmoid", {w.row("mul", {w.number(w.typeOf(0), alpha), 0})})});
}

void swish(ImportContext& node) {
    ExpressionWriter w({typeOf(node, 0)});
    int32_t const value = swishOf(node, w);
    finish(node, w.take(value), {node.in(0)});
}

void swiGlu(ImportContext& node) {
    ExpressionWriter w({typeOf(node, 0), typeOf(node, 1)});
    int32_t const value = w.row("mul", {swishOf(node, w), 1});
    finish(node, w.take(value), {node.in(0), node.in(1)});
}

/// A tensor is copied by an empty expression; what rows do not take (strings, sequences) by an operator of its own.
void identity(ImportContext& node) {
    std::optional<DType> const type = node.typeOf(node.in(0));
    if (type && classOf(*type) != 0)
        return finish(node, Expression{{*type}, {}}, {node.in(0)});
    TensorId const id = node.emit("copy", NoAttrs{}, {node.in(0)});
    if (auto open = node.openType(node.in(0)))
        node.assume(id, *open);
    node.setOut(0, id);
}

} // namespace
} // namespace pointwise

void pointwise_onnx(onnx::ImporterTable& table) {
    for (pointwise::Direct const& d : pointwise::kDirect)
        table.add("", d.onnx, d.since, pointwise::direct);
    for (pointwise::Parametric const& p : pointwise::parametrics())
        table.add("", p.onnx, p.since, pointwise::parametric);
    for (std::string_view name : {"Max", "Min", "Sum", "Mean"})
        table.add("", name, 6, pointwise::variadic);
    table.add("", "Clip", 6, pointwise::clip);
    table.add("", "Pow", 1, pointwise::pow);
    table.add("", "Mod", 10, pointwise::mod);
    table.add("", "BitShift", 11, pointwise::bitShift);
    table.add("", "IsInf", 10, pointwise::isInf);
    table.add("", "Gelu", 20, pointwise::gelu);
    table.add("", "Swish", 24, pointwise::swish);
    table.add("", "SwiGLU", 28, pointwise::swiGlu);
    table.add("", "Identity", 1, pointwise::identity);
}

} // namespace tenon::ops

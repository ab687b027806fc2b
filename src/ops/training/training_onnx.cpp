// SPDX-License-Identifier: Apache-2.0
// One step of the optimizers of ai.onnx.preview.training, written with pointwise rows. Operands: the learning rate, the
// number of steps before this one, then lists of equal length: the tensors, their gradients, and one or two states of
// each. Results: the lists of new tensors and new states.
#include "onnx/compose.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace training {
namespace {

using onnx::Compose;

/// Reads the operands that belong to one tensor, and writes expressions of its type.
class Step {
public:
    Step(onnx::ImportContext& node, size_t tensors, size_t i)
        : mNode(node), mC(node), mTensors(tensors), mIndex(i), type(mC.type(2 + i)),
          rate(mC.reshape(mC.cast(node.in(0), mC.type(0), type), std::vector<int64_t>{})),
          steps(mC.reshape(node.in(1), std::vector<int64_t>{})), stepsType(mC.type(1)) {}

    TensorId operand(size_t list) const { return mNode.in(2 + list * mTensors + mIndex); }
    void result(size_t list, TensorId value) { mNode.setOut(list * mTensors + mIndex, value); }

    TensorId number(double value) { return mC.number(type, value); }
    TensorId row(std::string_view name, TensorId a, TensorId b) { return mC.row(name, type, {a, b}); }
    TensorId root(TensorId a) { return mC.row("sqrt", type, {a}); }
    /// a * x + b * y.
    TensorId mix(double a, TensorId x, double b, TensorId y) {
        return row("add", row("mul", number(a), x), row("mul", number(b), y));
    }
    /// The gradient with the pull toward zero.
    TensorId gradient() { return mix(mNode.number("norm_coefficient", 0), operand(0), 1, operand(1)); }
    TensorId stepsAsNumber() { return mC.cast(steps, stepsType, type); }
    /// `then` after the first step, `otherwise` on it.
    TensorId laterOr(TensorId then, TensorId otherwise) {
        TensorId const later = mC.row("gt", stepsType, {steps, mC.number(stepsType, 0)});
        return mC.select(type, later, then, otherwise);
    }

private:
    onnx::ImportContext& mNode;
    Compose mC;
    size_t mTensors, mIndex;

public:
    DType const type;
    TensorId const rate, steps;
    DType const stepsType;
};

void adagrad(onnx::ImportContext& node, Step& s) {
    TensorId const gradient = s.gradient();
    TensorId const slower = s.mix(node.number("decay_factor", 0), s.stepsAsNumber(), 1, s.number(1));
    TensorId const squares = s.row("add", s.operand(2), s.row("mul", gradient, gradient));
    TensorId const divisor = s.row("add", s.root(squares), s.number(node.number("epsilon", 0)));
    TensorId const move = s.row("div", s.row("mul", s.row("div", s.rate, slower), gradient), divisor);
    s.result(0, s.row("sub", s.operand(0), move));
    s.result(1, squares);
}

void adam(onnx::ImportContext& node, Step& s) {
    double const alpha = node.number("alpha", 0.9), beta = node.number("beta", 0.999);
    TensorId const gradient = s.gradient(), t = s.stepsAsNumber();
    TensorId const mean = s.mix(alpha, s.operand(2), 1 - alpha, gradient);
    TensorId const squares = s.mix(beta, s.operand(3), 1 - beta, s.row("mul", gradient, gradient));
    auto missing = [&](double base) { return s.row("sub", s.number(1), s.row("pow", s.number(base), t)); };
    TensorId const corrected = s.row("div", s.row("mul", s.rate, s.root(missing(beta))), missing(alpha));
    TensorId const rate = s.laterOr(corrected, s.rate);
    TensorId const divisor = s.row("add", s.root(squares), s.number(node.number("epsilon", 0)));
    TensorId const moved = s.row("sub", s.operand(0), s.row("div", s.row("mul", rate, mean), divisor));
    s.result(0, s.row("mul", moved, s.number(1 - node.number("norm_coefficient_post", 0))));
    s.result(1, mean);
    s.result(2, squares);
}

void momentum(onnx::ImportContext& node, Step& s) {
    std::string const mode = node.text("mode", "standard");
    if (mode != "standard" && mode != "nesterov")
        node.fail(Message::kAttribute, "a mode of Momentum that is unknown", "standard or nesterov", mode);
    double const alpha = node.number("alpha", 0);
    TensorId const gradient = s.gradient();
    TensorId const share = s.laterOr(s.number(node.number("beta", 0)), s.number(1));
    TensorId const speed = s.row("add", s.row("mul", s.number(alpha), s.operand(2)), s.row("mul", share, gradient));
    TensorId const move = mode == "standard" ? speed : s.mix(1, gradient, alpha, speed);
    s.result(0, s.row("sub", s.operand(0), s.row("mul", s.rate, move)));
    s.result(1, speed);
}

template <size_t kLists, void (*kStep)(onnx::ImportContext&, Step&)>
void import(onnx::ImportContext& node) {
    size_t const given = node.inputs() < 2 ? 0 : node.inputs() - 2, tensors = given / kLists;
    if (tensors == 0 || given % kLists != 0 || node.outputs() > tensors * (kLists - 1))
        node.fail(Message::kOperand, "the lists of an optimizer differ in length",
                  fmt::format("2 operands and {} lists", kLists), fmt::format("{} operands", node.inputs()));
    for (size_t i = 0; i < tensors; ++i) {
        Step step(node, tensors, i);
        kStep(node, step);
    }
}

} // namespace
} // namespace training

void training_onnx(onnx::ImporterTable& table) {
    table.add("ai.onnx.preview.training", "Adagrad", 1, training::import <3, training::adagrad>);
    table.add("ai.onnx.preview.training", "Adam", 1, training::import <4, training::adam>);
    table.add("ai.onnx.preview.training", "Momentum", 1, training::import <3, training::momentum>);
}

} // namespace tenon::ops

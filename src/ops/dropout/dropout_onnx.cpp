// SPDX-License-Identifier: Apache-2.0
// Dropout of the default domain: the data unchanged, or in training mode (since opset 12) each element kept where a
// random number reaches the ratio, and scaled by what is kept on average.
#include "kernel/expression.h"
#include "onnx/compose.h"

namespace tenon::ops {
namespace dropout {
namespace {

/// The value of training_mode; absent where only the data tell.
std::optional<bool> trainingMode(onnx::ImportContext& node) {
    if (!node.has(2))
        return false;
    NetworkTensor const* tensor = node.constant(node.in(2));
    if (tensor == nullptr || !tensor->constant || tensor->constant->size() != 1)
        return std::nullopt;
    return *tensor->constant->as<uint8_t>() != 0;
}

void infer(onnx::ImportContext& node) {
    DType const type = onnx::Compose(node).type(0);
    node.setOut(0, node.emit("pointwise", PointwiseAttributes{Expression{{type}, {}}}, {node.in(0)}));
    if (!node.wantsOutput(1))
        return;
    ExpressionWriter w({type});
    DType const mask = node.opset() < 10 ? type : DType::kBool;
    node.setOut(1, node.emit("pointwise", PointwiseAttributes{w.take(w.number(mask, 1))}, {node.in(0)}));
}

void import(onnx::ImportContext& node) {
    std::optional<bool> const training = trainingMode(node);
    if (training == false)
        return infer(node);
    onnx::Compose c(node);
    constexpr DType kRatio = DType::kF32;
    DType const type = c.type(0);
    std::optional<double> seed;
    if (node.hasAttribute("seed"))
        seed = static_cast<double>(node.integer("seed", 0));
    TensorId const ratio = node.has(1) ? c.cast(node.in(1), c.type(1), kRatio) : c.number(kRatio, 0.5);
    TensorId kept = c.row("ge", kRatio, {c.uniformLike(node.in(0), seed), ratio});
    TensorId const share = c.cast(c.row("sub", kRatio, {c.number(kRatio, 1), ratio}), kRatio, type);
    TensorId y = c.select(type, kept, c.row("div", type, {node.in(0), share}), c.number(type, 0));
    if (!training) {
        y = c.select(type, node.in(2), y, node.in(0));
        kept = c.row("logic_or", DType::kBool, {kept, c.row("logic_not", DType::kBool, {node.in(2)})});
    }
    node.setOut(0, y);
    if (node.wantsOutput(1))
        node.setOut(1, kept);
}

} // namespace
} // namespace dropout

void dropout_onnx(onnx::ImporterTable& table) {
    table.add("", "Dropout", 7, dropout::import);
}

} // namespace tenon::ops

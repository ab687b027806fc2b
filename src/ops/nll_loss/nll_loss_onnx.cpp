// SPDX-License-Identifier: Apache-2.0
// NegativeLogLikelihoodLoss and SoftmaxCrossEntropyLoss, written with gathers and reductions. A label that is ignored
// picks class 0 and is given the loss 0 and the weight 0.
#include "onnx/compose.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace nll_loss {
namespace {

using onnx::Compose;
using onnx::Sum;

struct Reduction {
    bool none = false, mean = false;
};

Reduction reductionOf(onnx::ImportContext& node) {
    std::string const name = node.text("reduction", "mean");
    if (name != "none" && name != "mean" && name != "sum")
        node.fail(Message::kAttribute, "a reduction of a loss that is unknown", "none, sum or mean", name);
    return {name == "none", name == "mean"};
}

/// The loss of `logs`, logarithms of probabilities with the classes along axis 1.
TensorId loss(onnx::ImportContext& node, TensorId logs) {
    Compose c(node);
    DType const type = c.type(0), index = c.type(1);
    Reduction const reduction = reductionOf(node);
    TensorId classes = node.in(1), ignored = kNoTensor;
    if (node.hasAttribute("ignore_index")) {
        TensorId const number = c.number(index, static_cast<double>(node.integer("ignore_index", 0)));
        ignored = c.row("eq", index, {classes, number});
        classes = c.select(index, ignored, c.number(index, 0), classes);
    }
    TensorId const picked = c.gatherElements(logs, c.unsqueeze(classes, {1}), 1);
    TensorId each = c.row("neg", type, {c.squeeze(picked, {1})});
    TensorId weights = node.has(2) ? c.gather(node.in(2), classes, 0) : kNoTensor;
    if (weights != kNoTensor)
        each = c.row("mul", type, {each, weights});
    if (ignored != kNoTensor) {
        TensorId const zero = c.number(type, 0);
        each = c.select(type, ignored, zero, each);
        weights = c.select(type, ignored, zero, weights != kNoTensor ? weights : c.number(type, 1));
    }
    if (reduction.none)
        return each;
    if (reduction.mean && weights == kNoTensor)
        return c.reduce(Sum::kMean, each, {}, false);
    TensorId const sum = c.reduce(Sum::kSum, each, {}, false);
    return reduction.mean ? c.row("div", type, {sum, c.reduce(Sum::kSum, weights, {}, false)}) : sum;
}

void negativeLogLikelihood(onnx::ImportContext& node) {
    node.setOut(0, loss(node, node.in(0)));
}

void softmaxCrossEntropy(onnx::ImportContext& node) {
    TensorId const logs = Compose(node).softmax(node.in(0), 1, true);
    node.setOut(0, loss(node, logs));
    if (node.wantsOutput(1))
        node.setOut(1, logs);
}

} // namespace
} // namespace nll_loss

void nll_loss_onnx(onnx::ImporterTable& table) {
    table.add("", "NegativeLogLikelihoodLoss", 12, nll_loss::negativeLogLikelihood);
    table.add("", "SoftmaxCrossEntropyLoss", 12, nll_loss::softmaxCrossEntropy);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// RNN, GRU and LSTM of the default domain from opset 7 on, and ONNX Runtime's DynamicQuantizeLSTM, which is an LSTM
// over dequantised weights: what its kernel quantises while it runs is an approximation of that. Layout 1 (the batch
// first) is transposed on the way in and out.
#include "onnx/compose.h"
#include "ops/rnn/rnn.h"

#include <algorithm>
#include <cctype>

namespace tenon::ops {
namespace rnn {
namespace {

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

template <class E>
E byName(onnx::ImportContext& node, std::string const& attribute, std::string const& given) {
    std::string all;
    for (uint8_t i = 0; !nameOf(static_cast<E>(i)).empty(); ++i) {
        if (nameOf(static_cast<E>(i)) == lower(given))
            return static_cast<E>(i);
        all += (all.empty() ? "" : ", ") + std::string(nameOf(static_cast<E>(i)));
    }
    node.fail(Message::kAttribute, "the attribute " + attribute, all, given);
}

/// Default parameters of a function, and how many of them it has.
struct Parameters {
    int count = 0;
    double alpha = 0, beta = 0;
};

Parameters parametersOf(Function function) {
    switch (function) {
    case Function::kAffine:
        return {2, 1, 0};
    case Function::kLeakyRelu:
        return {1, 0.01, 0};
    case Function::kThresholdedRelu:
        return {1, 1, 0};
    case Function::kScaledTanh:
        return {2, 1, 1};
    case Function::kHardSigmoid:
        return {2, 0.2, 0.5};
    case Function::kElu:
        return {1, 1, 0};
    default:
        return {};
    }
}

/// Functions that have parameters take them from the lists in turn.
std::vector<Activation> activationsOf(onnx::ImportContext& node) {
    std::vector<std::string> const names = node.texts("activations");
    std::vector<double> const alphas = node.numbers("activation_alpha"), betas = node.numbers("activation_beta");
    std::vector<Activation> out;
    size_t nextAlpha = 0, nextBeta = 0;
    auto take = [](std::vector<double> const& list, size_t& next, double otherwise) {
        return next < list.size() ? list[next++] : otherwise;
    };
    for (std::string const& name : names) {
        auto const function = byName<Function>(node, "activations", name);
        Parameters const p = parametersOf(function);
        out.push_back({function, p.count > 0 ? take(alphas, nextAlpha, p.alpha) : 0,
                       p.count > 1 ? take(betas, nextBeta, p.beta) : 0});
    }
    return out;
}

Attributes attributesOf(onnx::ImportContext& node, Cell cell) {
    Attributes a;
    a.cell = cell;
    a.direction = byName<Direction>(node, "direction", node.text("direction", "forward"));
    a.activations = activationsOf(node);
    double const clip = node.number("clip", 0);
    if (node.hasAttribute("clip") && clip != 0) // exporters write 0 for none
        a.clip = clip;
    a.linearBeforeReset = node.integer("linear_before_reset", 0) != 0;
    a.inputForget = node.integer("input_forget", 0) != 0;
    if (node.hasAttribute("hidden_size"))
        a.hiddenSize = node.integer("hidden_size", 0);
    return a;
}

/// Emits the layer over the operands of the standard and names the results.
void emitLayer(onnx::ImportContext& node, Attributes const& attrs, std::vector<TensorId> operands) {
    bool const batchFirst = node.integer("layout", 0) != 0;
    if (batchFirst)
        for (size_t i : {kX, kInitialH, kInitialC})
            if (i < operands.size() && operands[i] != kNoTensor)
                operands[i] = onnx::Compose(node).transpose(operands[i], {1, 0, 2});
    size_t results = 1;
    for (size_t i = 1; i < node.outputs(); ++i)
        if (node.wantsOutput(i))
            results = i + 1;
    TensorId const first = node.emit("rnn", attrs, std::move(operands), results);
    for (size_t i = 0; i < results; ++i) {
        TensorId const id = first + static_cast<TensorId>(i);
        if (node.wantsOutput(i))
            node.setOut(i, !batchFirst ? id
                           : i == 0    ? onnx::Compose(node).transpose(id, {2, 0, 1, 3})
                                       : onnx::Compose(node).transpose(id, {1, 0, 2}));
    }
}

template <Cell kCell>
void import(onnx::ImportContext& node) {
    size_t const most = kCell == Cell::kLSTM ? 8 : 6;
    std::vector<TensorId> operands;
    for (size_t i = 0; i < std::min(node.inputs(), most); ++i)
        operands.push_back(node.in(i));
    emitLayer(node, attributesOf(node, kCell), std::move(operands));
}

/// The weights are [D, K, 4 * H]: the other way round.
void importQuantized(onnx::ImportContext& node) {
    for (size_t i = 8; i < 12; ++i)
        if (!node.has(i))
            node.fail(Message::kOperand, "weights without a scale and a zero point", "12 operands");
    std::vector<TensorId> operands;
    for (size_t i = 0; i < 12; ++i) {
        bool const weights = i == kW || i == kR;
        operands.push_back(weights ? onnx::Compose(node).transpose(node.in(i), {0, 2, 1}) : node.in(i));
    }
    emitLayer(node, attributesOf(node, Cell::kLSTM), std::move(operands));
}

} // namespace
} // namespace rnn

void rnn_onnx(onnx::ImporterTable& table) {
    table.add("", "RNN", 7, rnn::import <rnn::Cell::kRNN>);
    table.add("", "GRU", 7, rnn::import <rnn::Cell::kGRU>);
    table.add("", "LSTM", 7, rnn::import <rnn::Cell::kLSTM>);
    table.add("com.microsoft", "DynamicQuantizeLSTM", 1, rnn::importQuantized);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// BatchNormalization of the default domain, as inference uses it, and in training mode written with reductions.
#include "onnx/compose.h"
#include "ops/batchnorm/batchnorm.h"

namespace tenon::ops {
namespace batchnorm {
namespace {

/// The statistics of the batch itself, and the running ones moved toward them.
void train(onnx::ImportContext& node) {
    onnx::Compose c(node);
    DType const type = c.type(0), statistics = c.type(3);
    double const momentum = node.number("momentum", 0.9);
    TensorId const x = c.reshape(node.in(0), {0, 0, -1});
    TensorId const mean = c.reduce(onnx::Sum::kMean, x, {0, 2}, true);
    TensorId const centred = c.row("sub", type, {x, mean});
    TensorId const variance = c.reduce(onnx::Sum::kMean, c.row("square", type, {centred}), {0, 2}, true);
    TensorId const divisor =
        c.row("sqrt", type, {c.row("add", type, {variance, c.number(type, node.number("epsilon", 1e-5))})});
    auto channels = [&](size_t i) { return c.unsqueeze(c.cast(node.in(i), c.type(i), type), {1}); };
    TensorId y = c.row("mul", type, {c.row("div", type, {centred, divisor}), channels(1)});
    y = c.row("add", type, {y, channels(2)});
    node.setOut(0, c.reshapeTo(y, c.shapeOf(node.in(0))));
    auto moved = [&](size_t running, TensorId now) {
        TensorId const own = c.cast(c.squeeze(now, {0, 2}), type, statistics);
        return c.row("add", statistics,
                     {c.row("mul", statistics, {node.in(running), c.number(statistics, momentum)}),
                      c.row("mul", statistics, {own, c.number(statistics, 1 - momentum)})});
    };
    if (node.wantsOutput(1))
        node.setOut(1, moved(3, mean));
    if (node.wantsOutput(2))
        node.setOut(2, moved(4, variance));
}

void import(onnx::ImportContext& node) {
    if (node.integer("spatial", 1) == 0)
        node.fail(Message::kNotThereYet, "batch normalisation with parameters per element", "spatial = 1",
                  "spatial = 0");
    constexpr int64_t kTrainingIsAMode = 7; // before, it was what an attribute was there to turn off
    if (node.opset() < kTrainingIsAMode ? node.integer("is_test", 0) == 0 : node.integer("training_mode", 0) != 0)
        return train(node);
    for (size_t i = 1; i < node.outputs(); ++i)
        if (node.wantsOutput(i))
            node.fail(Message::kNotThereYet, "the running statistics of a batch normalisation as results",
                      "one output");
    Attributes const attrs{node.number("epsilon", 1e-5)};
    node.setOut(0, node.emit("batchnorm", attrs, {node.in(0), node.in(1), node.in(2), node.in(3), node.in(4)}));
}

} // namespace
} // namespace batchnorm

void batchnorm_onnx(onnx::ImporterTable& table) {
    table.add("", "BatchNormalization", 6, batchnorm::import);
}

} // namespace tenon::ops

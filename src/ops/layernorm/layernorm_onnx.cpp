// SPDX-License-Identifier: Apache-2.0
// LayerNormalization of the default domain, and the normalisations that are written with it.
#include "onnx/compose.h"
#include "ops/layernorm/layernorm.h"

namespace tenon::ops {
namespace layernorm {
namespace {

void import(onnx::ImportContext& node) {
    Attributes const attrs{node.integer("axis", -1), node.number("epsilon", 1e-5)};
    std::vector<TensorId> operands{node.in(0), node.in(1)};
    if (node.has(2))
        operands.push_back(node.in(2));
    size_t const results = node.wantsOutput(2) ? 3 : (node.wantsOutput(1) ? 2 : 1);
    TensorId const first = node.emit("layernorm", attrs, std::move(operands), results);
    for (size_t i = 0; i < results; ++i)
        node.setOut(i, first + static_cast<TensorId>(i));
}

/// The function is written in f32 (stash_type), and so are these: types that are narrower are widened inside.
void rms(onnx::ImportContext& node) {
    Attributes const attrs{node.integer("axis", -1), node.number("epsilon", 1e-5), false};
    node.setOut(0, node.emit("layernorm", attrs, {node.in(0), node.in(1)}));
}

/// One line for each sample and channel, which has one scale and one bias.
void instance(onnx::ImportContext& node) {
    onnx::Compose c(node);
    Attributes const attrs{2, node.number("epsilon", 1e-5)};
    int64_t const rank = node.rankOf(node.in(0));
    bool const known = rank >= 3; // else all spatial axes become one
    std::vector<int64_t> axes;
    for (int64_t i = 1; i < (known ? rank - 1 : 2); ++i)
        axes.push_back(i);
    TensorId const x = known ? node.in(0) : c.reshape(node.in(0), {0, 0, -1});
    TensorId const y = node.emit("layernorm", attrs, {x, c.unsqueeze(node.in(1), axes), c.unsqueeze(node.in(2), axes)});
    node.setOut(0, known ? y : c.reshapeTo(y, c.shapeOf(node.in(0))));
}

/// One line for each sample and group. Until opset 20 scale and bias belong to groups, since 21 to channels.
void group(onnx::ImportContext& node) {
    onnx::Compose c(node);
    DType const type = c.type(0);
    int64_t const groups = node.integer("num_groups", 0);
    if (groups < 1)
        node.fail(Message::kAttribute, "the number of groups", "num_groups of at least 1", std::to_string(groups));
    TensorId const shape = c.shapeOf(node.in(0));
    TensorId y = c.normalise(type, c.reshape(node.in(0), {0, groups, -1}), 2, node.number("epsilon", 1e-5));
    if (node.opset() >= 21)
        y = c.reshape(c.reshapeTo(y, shape), {0, 0, -1});
    y = c.row("mul", type, {y, c.unsqueeze(node.in(1), {1})});
    y = c.row("add", type, {y, c.unsqueeze(node.in(2), {1})});
    node.setOut(0, c.reshapeTo(y, shape));
}

void meanVariance(onnx::ImportContext& node) {
    onnx::Compose c(node);
    DType const type = c.type(0);
    std::vector<int64_t> axes = node.integers("axes");
    if (axes.empty())
        axes = {0, 2, 3};
    TensorId const mean = c.reduce(onnx::Sum::kMean, node.in(0), axes, true);
    TensorId const centred = c.row("sub", type, {node.in(0), mean});
    TensorId const variance = c.reduce(onnx::Sum::kMean, c.row("square", type, {centred}), axes, true);
    TensorId const deviation = c.row("add", type, {c.row("sqrt", type, {variance}), c.number(type, 1e-9)});
    node.setOut(0, c.row("div", type, {centred, deviation}));
}

} // namespace
} // namespace layernorm

void layernorm_onnx(onnx::ImporterTable& table) {
    // Before opset 17 exporters wrote the same node without its being defined.
    table.add("", "LayerNormalization", 1, layernorm::import);
    table.add("", "RMSNormalization", 23, layernorm::rms);
    table.add("", "InstanceNormalization", 6, layernorm::instance);
    table.add("", "GroupNormalization", 18, layernorm::group);
    table.add("", "MeanVarianceNormalization", 9, layernorm::meanVariance);
}

} // namespace tenon::ops

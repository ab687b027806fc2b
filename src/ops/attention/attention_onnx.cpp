// SPDX-License-Identifier: Apache-2.0
// Attention of the default domain, versions 23 to 25, and the plain FlexAttention. softmax_precision changes nothing:
// scores are kept in a type that is at least as wide.
#include "onnx/importer.h"
#include "ops/attention/attention.h"

namespace tenon::ops {
namespace attention {
namespace {

void import(onnx::ImportContext& node) {
    Attributes attrs{.causal = node.integer("is_causal", 0) != 0,
                     .queryHeads = node.integer("q_num_heads", 0),
                     .keyHeads = node.integer("kv_num_heads", 0),
                     .softcap = node.number("softcap", 0),
                     .left = node.integer("left_window_size", -1),
                     .right = node.integer("right_window_size", -1)};
    if (node.hasAttribute("scale"))
        attrs.scale = node.number("scale", 1);
    if (attrs.left < -1 || attrs.right < -1)
        node.fail(Message::kAttribute, "a window of attention is negative", "-1 or more");
    int64_t const mode = node.integer("qk_matmul_output_mode", 0);
    if (mode < 0 || mode > 3)
        node.fail(Message::kAttribute, "qk_matmul_output_mode", "0 to 3", std::to_string(mode));
    attrs.scores = static_cast<Scores>(mode);
    std::vector<TensorId> operands;
    for (size_t i = 0; i < node.inputs(); ++i)
        operands.push_back(node.in(i));
    size_t results = 1;
    for (size_t i = 1; i < 4; ++i)
        results = node.wantsOutput(i) ? i + 1 : results;
    TensorId const first = node.emit("attention", attrs, std::move(operands), results);
    for (size_t i = 0; i < results; ++i)
        if (i == 0 || node.wantsOutput(i))
            node.setOut(i, first + static_cast<TensorId>(i));
}

/// FlexAttention without functions of its own for scores and probabilities.
void flex(onnx::ImportContext& node) {
    for (std::string_view name : {"score_mod", "prob_mod"})
        if (node.hasAttribute(name))
            node.fail(Message::kNotThereYet, "functions on the scores of an attention are not there yet",
                      "no score_mod and no prob_mod", std::string(name));
    Attributes attrs;
    if (node.hasAttribute("scale"))
        attrs.scale = node.number("scale", 1);
    node.setOut(0, node.emit("attention", attrs, {node.in(0), node.in(1), node.in(2)}));
}

} // namespace
} // namespace attention

void attention_onnx(onnx::ImporterTable& table) {
    table.add("", "Attention", 23, attention::import);
    table.add("ai.onnx.preview", "FlexAttention", 1, attention::flex);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// LinearAttention of the default domain. chunk_size is a hint that does not change the answer.
#include "onnx/importer.h"
#include "ops/linear_attention/linear_attention.h"

namespace tenon::ops {
namespace linear_attention {
namespace {

void import(onnx::ImportContext& node) {
    std::string const rule = node.text("update_rule", "gated_delta");
    if (rule != "linear" && rule != "gated" && rule != "delta" && rule != "gated_delta")
        node.fail(Message::kAttribute, "an update rule that is unknown", "linear, gated, delta or gated_delta", rule);
    Attributes const attrs{rule.starts_with("gated"), rule.ends_with("delta"), node.integer("q_num_heads", 0),
                           node.integer("kv_num_heads", 0), node.number("scale", 0)};
    std::vector<TensorId> operands;
    for (size_t i = 0; i < node.inputs(); ++i)
        operands.push_back(node.in(i));
    TensorId const first = node.emit("linear_attention", attrs, std::move(operands), 2);
    node.setOut(0, first);
    if (node.wantsOutput(1))
        node.setOut(1, first + 1);
}

} // namespace
} // namespace linear_attention

void linear_attention_onnx(onnx::ImporterTable& table) {
    table.add("", "LinearAttention", 27, linear_attention::import);
}

} // namespace tenon::ops

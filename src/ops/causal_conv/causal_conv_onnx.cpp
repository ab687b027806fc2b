// SPDX-License-Identifier: Apache-2.0
// CausalConvWithState of the default domain.
#include "onnx/importer.h"
#include "ops/causal_conv/causal_conv.h"

namespace tenon::ops {
namespace causal_conv {
namespace {

void import(onnx::ImportContext& node) {
    std::string const activation = node.text("activation", "none");
    if (activation != "none" && activation != "silu" && activation != "swish")
        node.fail(Message::kAttribute, "an activation that is unknown", "none, silu or swish", activation);
    std::vector<TensorId> operands;
    for (size_t i = 0; i < node.inputs(); ++i)
        operands.push_back(node.in(i));
    TensorId const first = node.emit("causal_conv", Attributes{activation != "none"}, std::move(operands), 2);
    node.setOut(0, first);
    if (node.wantsOutput(1))
        node.setOut(1, first + 1);
}

} // namespace
} // namespace causal_conv

void causal_conv_onnx(onnx::ImporterTable& table) {
    table.add("", "CausalConvWithState", 27, causal_conv::import);
}

} // namespace tenon::ops

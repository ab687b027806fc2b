// SPDX-License-Identifier: Apache-2.0
// ConvInteger of the default domain.
#include "onnx/attributes.h"

namespace tenon::ops {
namespace conv_integer {
namespace {

void import(onnx::ImportContext& node) {
    std::vector<TensorId> operands;
    for (size_t i = 0; i < node.inputs(); ++i)
        operands.push_back(node.in(i));
    node.setOut(0, node.emit("conv_integer", onnx::convolutionOf(node), std::move(operands)));
}

} // namespace
} // namespace conv_integer

void conv_integer_onnx(onnx::ImporterTable& table) {
    table.add("", "ConvInteger", 10, conv_integer::import);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// MelWeightMatrix of the default domain.
#include "onnx/quantization.h"
#include "ops/mel_weight_matrix/mel_weight_matrix.h"

namespace tenon::ops {
namespace mel_weight_matrix {
namespace {

void import(onnx::ImportContext& node) {
    Attributes const a{onnx::typeOrNone(node, "output_datatype").value_or(DType::kF32)};
    std::vector<TensorId> operands;
    for (size_t i = 0; i < node.inputs(); ++i)
        operands.push_back(node.in(i));
    node.setOut(0, node.emit("mel_weight_matrix", a, std::move(operands)));
}

} // namespace
} // namespace mel_weight_matrix

void mel_weight_matrix_onnx(onnx::ImporterTable& table) {
    table.add("", "MelWeightMatrix", 17, mel_weight_matrix::import);
}

} // namespace tenon::ops

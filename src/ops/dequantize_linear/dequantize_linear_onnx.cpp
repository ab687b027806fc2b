// SPDX-License-Identifier: Apache-2.0
// DequantizeLinear of the default domain, and of ONNX Runtime's, which had more types before the default one did. Later
// versions only added attributes and types.
#include "onnx/quantization.h"
#include "ops/dequantize_linear/dequantize_linear.h"

namespace tenon::ops {
namespace dequantize_linear {
namespace {

void import(onnx::ImportContext& node) {
    Attributes attrs;
    attrs.granularity = onnx::granularityOf(node);
    attrs.type = onnx::typeOrNone(node, "output_dtype");
    node.setOut(0, node.emit("dequantize_linear", std::move(attrs), onnx::scaledOperands(node)));
}

} // namespace
} // namespace dequantize_linear

void dequantize_linear_onnx(onnx::ImporterTable& table) {
    table.add("", "DequantizeLinear", 10, dequantize_linear::import);
    table.add("com.microsoft", "DequantizeLinear", 1, dequantize_linear::import);
}

} // namespace tenon::ops

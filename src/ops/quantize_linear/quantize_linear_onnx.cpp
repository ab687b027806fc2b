// SPDX-License-Identifier: Apache-2.0
// QuantizeLinear of the default domain, and of ONNX Runtime's, which had more types before the default one did. Later
// versions only added attributes and types.
#include "onnx/quantization.h"
#include "ops/quantize_linear/quantize_linear.h"

namespace tenon::ops {
namespace quantize_linear {
namespace {

void import(onnx::ImportContext& node) {
    Attributes attrs;
    attrs.granularity = onnx::granularityOf(node);
    attrs.type = onnx::typeOrNone(node, "output_dtype");
    attrs.precision = onnx::typeOrNone(node, "precision");
    attrs.saturate = node.integer("saturate", 1) != 0;
    node.setOut(0, node.emit("quantize_linear", std::move(attrs), onnx::scaledOperands(node)));
}

} // namespace
} // namespace quantize_linear

void quantize_linear_onnx(onnx::ImporterTable& table) {
    table.add("", "QuantizeLinear", 10, quantize_linear::import);
    table.add("com.microsoft", "QuantizeLinear", 1, quantize_linear::import);
}

} // namespace tenon::ops

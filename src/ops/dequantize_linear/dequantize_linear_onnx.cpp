// SPDX-License-Identifier: Apache-2.0
// DequantizeLinear of the default domain, and of ONNX Runtime's, which had more types before the default one did. Later
// versions only added attributes and types.
#include "onnx/element_type.h"
#include "onnx/importer.h"
#include "ops/dequantize_linear/dequantize_linear.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace dequantize_linear {
namespace {

void import(onnx::ImportContext& node) {
    Attributes attrs;
    attrs.granularity.axis = node.integer("axis", 1);
    int64_t const size = node.integer("block_size", 0);
    if (size < 0)
        node.fail(Message::kAttribute, "the size of a block is negative", "block_size of at least 0",
                  fmt::format("{}", size));
    if (size != 0)
        attrs.granularity.blocks = {size};
    if (int64_t const code = node.integer("output_dtype", 0); code != 0) {
        attrs.type = onnx::dtypeOf(static_cast<int32_t>(code));
        if (!attrs.type)
            node.fail(Message::kAttribute, "output_dtype names no element type that Tenon has", onnx::readableTypes(),
                      onnx::onnxTypeName(static_cast<int32_t>(code)));
    }
    std::vector<TensorId> operands{node.in(0), node.in(1)};
    if (node.has(2))
        operands.push_back(node.in(2));
    node.setOut(0, node.emit("dequantize_linear", std::move(attrs), std::move(operands)));
}

} // namespace
} // namespace dequantize_linear

void dequantize_linear_onnx(onnx::ImporterTable& table) {
    table.add("", "DequantizeLinear", 10, dequantize_linear::import);
    table.add("com.microsoft", "DequantizeLinear", 1, dequantize_linear::import);
}

} // namespace tenon::ops

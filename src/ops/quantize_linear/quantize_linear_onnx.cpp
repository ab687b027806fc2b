// SPDX-License-Identifier: Apache-2.0
// QuantizeLinear of the default domain, and of ONNX Runtime's, which had more types before the default one did. Later
// versions only added attributes and types.
#include "onnx/element_type.h"
#include "onnx/importer.h"
#include "ops/quantize_linear/quantize_linear.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace quantize_linear {
namespace {

/// A type's number; 0 stands for a type that is not given.
std::optional<DType> typeAttribute(onnx::ImportContext& node, char const* name) {
    int64_t const code = node.integer(name, 0);
    if (code == 0)
        return std::nullopt;
    auto const type = onnx::dtypeOf(static_cast<int32_t>(code));
    if (!type)
        node.fail(Message::kAttribute, fmt::format("{} names no element type that Tenon has", name),
                  onnx::readableTypes(), onnx::onnxTypeName(static_cast<int32_t>(code)));
    return type;
}

void import(onnx::ImportContext& node) {
    Attributes attrs;
    attrs.granularity.axis = node.integer("axis", 1);
    int64_t const size = node.integer("block_size", 0);
    if (size < 0)
        node.fail(Message::kAttribute, "the size of a block is negative", "block_size of at least 0",
                  fmt::format("{}", size));
    if (size != 0)
        attrs.granularity.blocks = {size};
    attrs.type = typeAttribute(node, "output_dtype");
    attrs.precision = typeAttribute(node, "precision");
    attrs.saturate = node.integer("saturate", 1) != 0;
    std::vector<TensorId> operands{node.in(0), node.in(1)};
    if (node.has(2))
        operands.push_back(node.in(2));
    node.setOut(0, node.emit("quantize_linear", std::move(attrs), std::move(operands)));
}

} // namespace
} // namespace quantize_linear

void quantize_linear_onnx(onnx::ImporterTable& table) {
    table.add("", "QuantizeLinear", 10, quantize_linear::import);
    table.add("com.microsoft", "QuantizeLinear", 1, quantize_linear::import);
}

} // namespace tenon::ops

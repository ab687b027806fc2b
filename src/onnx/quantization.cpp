// SPDX-License-Identifier: Apache-2.0
#include "onnx/quantization.h"

#include "onnx/element_type.h"

#include <fmt/format.h>

namespace tenon::onnx {

Granularity granularityOf(ImportContext& node) {
    Granularity out;
    out.axis = node.integer("axis", 1);
    int64_t const size = node.integer("block_size", 0);
    if (size < 0)
        node.fail(Message::kAttribute, "the size of a block is negative", "block_size of at least 0",
                  fmt::format("{}", size));
    if (size != 0)
        out.blocks = {size};
    return out;
}

std::optional<DType> typeOrNone(ImportContext& node, char const* attribute) {
    int64_t const number = node.integer(attribute, 0);
    if (number == 0)
        return std::nullopt;
    auto const code = static_cast<int32_t>(number);
    auto const type = dtypeOf(code);
    if (!type)
        node.fail(Message::kAttribute, fmt::format("{} names no element type that Tenon has", attribute),
                  readableTypes(), onnxTypeName(code));
    return type;
}

std::vector<TensorId> scaledOperands(ImportContext& node) {
    std::vector<TensorId> out{node.in(0), node.in(1)};
    if (node.has(2))
        out.push_back(node.in(2));
    return out;
}

} // namespace tenon::onnx

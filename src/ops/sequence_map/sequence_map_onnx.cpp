// SPDX-License-Identifier: Apache-2.0
// SequenceMap of the default domain.
#include "onnx/importer.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace sequence_map {
namespace {

void import(onnx::ImportContext& node) {
    std::vector<TensorId> operands;
    onnx::ImportContext::Types params;
    for (size_t i = 0; i < node.inputs(); ++i) {
        if (!node.has(i))
            node.fail(Message::kOperand, fmt::format("operand {} of a SequenceMap is missing", i));
        operands.push_back(node.in(i));
        auto type = node.openType(node.in(i));
        if (type && type->kind == Kind::kSequence && !type->inner.empty())
            type = Type::tensor(type->inner[0].dtype, std::nullopt);
        params.push_back(std::move(type));
    }
    NetworkBlock body = node.block("body", params);
    TensorId const first = node.emit("sequence_map", NoAttrs{}, operands, body.results.size());
    for (size_t i = 0; i < body.results.size(); ++i) {
        auto const result = first + static_cast<TensorId>(i);
        if (auto const type = node.openType(body.results[i]))
            node.assume(result, Type::sequence(*type));
        node.setOut(i, result);
    }
    node.last().blocks = {std::move(body)};
}

} // namespace
} // namespace sequence_map

void sequence_map_onnx(onnx::ImporterTable& table) {
    table.add("", "SequenceMap", 17, sequence_map::import);
}

} // namespace tenon::ops

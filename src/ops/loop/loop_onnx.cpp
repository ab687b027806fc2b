// SPDX-License-Identifier: Apache-2.0
// Loop of the default domain. An absent trip count stays absent; an absent condition is true.
#include "onnx/importer.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace loop {
namespace {

TensorId always(onnx::ImportContext& node) {
    bool const yes = true;
    return node.constant(Type::tensor(DType::kBool, Dims{}), Buffer::copy(std::as_bytes(std::span(&yes, 1))));
}

void import(onnx::ImportContext& node) {
    std::vector<TensorId> operands{node.has(0) ? node.in(0) : kNoTensor, node.has(1) ? node.in(1) : always(node)};
    onnx::ImportContext::Types params{Type::tensor(DType::kI64, Dims{}), Type::tensor(DType::kBool, Dims{})};
    for (size_t i = 2; i < node.inputs(); ++i) {
        if (!node.has(i))
            node.fail(Message::kOperand, fmt::format("the carried value {} of a Loop is missing", i - 2));
        operands.push_back(node.in(i));
        params.push_back(node.openType(node.in(i)));
    }
    size_t const carried = operands.size() - 2;
    NetworkBlock body = node.block("body", params);
    if (body.params.size() != operands.size() || body.results.size() < 1 + carried)
        node.fail(Message::kOnnxNode, "the body of a Loop does not fit its carried values",
                  fmt::format("{} inputs and at least {} outputs", operands.size(), 1 + carried),
                  fmt::format("{} and {}", body.params.size(), body.results.size()));
    TensorId const first = node.emit("loop", NoAttrs{}, operands, body.results.size() - 1);
    for (size_t i = 0; i + 1 < body.results.size(); ++i) {
        auto const result = first + static_cast<TensorId>(i);
        auto type = node.openType(body.results[1 + i]);
        if (!type && i < carried)
            type = params[2 + i];
        if (type)
            node.assume(result, *type);
        node.setOut(i, result);
    }
    node.last().blocks = {std::move(body)};
}

} // namespace
} // namespace loop

void loop_onnx(onnx::ImporterTable& table) {
    table.add("", "Loop", 1, loop::import);
}

} // namespace tenon::ops

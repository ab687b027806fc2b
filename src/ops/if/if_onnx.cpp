// SPDX-License-Identifier: Apache-2.0
// If of the default domain. A branch that a known condition never takes is not read: exporters leave in it what does
// not fit the shapes.
#include "onnx/importer.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace branch {
namespace {

/// The condition's value, where it follows from constants and known dims.
std::optional<bool> known(onnx::ImportContext& node) {
    Fact const* fact = node.fact(node.in(0));
    if (fact == nullptr || !fact->content || fact->content->size() != 1 || !fact->content->front().isConst())
        return std::nullopt;
    return fact->content->front().value() != 0;
}

void import(onnx::ImportContext& node) {
    if (!node.has(0))
        node.fail(Message::kOperand, "the condition of an If is missing");
    if (auto const condition = known(node)) {
        std::vector<TensorId> const results = node.inlined(*condition ? "then_branch" : "else_branch");
        for (size_t i = 0; i < results.size(); ++i)
            node.setOut(i, results[i]);
        return;
    }
    NetworkBlock then = node.block("then_branch"), otherwise = node.block("else_branch");
    if (then.results.size() != otherwise.results.size())
        node.fail(Message::kOnnxNode, "the branches of an If have different numbers of outputs",
                  fmt::format("{}", then.results.size()), fmt::format("{}", otherwise.results.size()));
    TensorId const first = node.emit("if", NoAttrs{}, {node.in(0)}, then.results.size());
    for (size_t i = 0; i < then.results.size(); ++i) {
        auto const result = first + static_cast<TensorId>(i);
        auto type = node.openType(then.results[i]);
        if (!type)
            type = node.openType(otherwise.results[i]);
        if (type)
            node.assume(result, *type);
        node.setOut(i, result);
    }
    node.last().blocks = {std::move(then), std::move(otherwise)};
}

} // namespace
} // namespace branch

void if_onnx(onnx::ImporterTable& table) {
    table.add("", "If", 1, branch::import);
}

} // namespace tenon::ops

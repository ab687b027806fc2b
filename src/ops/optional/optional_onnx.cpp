// SPDX-License-Identifier: Apache-2.0
// Optional of the default domain.
#include "onnx/importer.h"
#include "ops/optional/optional.h"

namespace tenon::ops {
namespace optional {
namespace {

void import(onnx::ImportContext& node) {
    Attributes a;
    std::vector<TensorId> operands;
    if (node.has(0))
        operands.push_back(node.in(0));
    else if (auto type = node.typeAttribute("type"))
        a.element = std::move(*type);
    else
        node.fail(Message::kAttribute, "an Optional without an operand has no type", "attribute type");
    auto const element = node.has(0) ? node.openType(node.in(0)) : std::optional(a.element);
    TensorId const id = node.emit("optional", a, std::move(operands));
    if (element)
        node.assume(id, Type::optional(*element));
    node.setOut(0, id);
}

} // namespace
} // namespace optional

void optional_onnx(onnx::ImporterTable& table) {
    table.add("", "Optional", 15, optional::import);
}

} // namespace tenon::ops

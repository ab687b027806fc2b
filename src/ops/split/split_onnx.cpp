// SPDX-License-Identifier: Apache-2.0
// Split of the default domain: sizes are an attribute up to opset 12 and an operand since 13; parts need not be equal
// since 18, when num_outputs came.
#include "onnx/importer.h"
#include "ops/split/split.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace split {
namespace {

void import(onnx::ImportContext& node) {
    TensorId sizes = node.has(1) ? node.in(1) : kNoTensor;
    if (node.opset() < 13 && node.hasAttribute("split"))
        sizes = node.constantOf(node.integers("split"));
    int64_t const parts = node.integer("num_outputs", static_cast<int64_t>(node.outputs()));
    if (parts < static_cast<int64_t>(node.outputs()) || parts > 65536)
        node.fail(Message::kAttribute, "num_outputs does not fit the node", fmt::format("at least {}", node.outputs()),
                  fmt::format("{}", parts));
    Attributes const attrs{node.integer("axis", 0), parts, node.opset() < 18};
    TensorId const first = node.emit("split", attrs, {node.in(0), sizes}, static_cast<size_t>(parts));
    for (size_t i = 0; i < node.outputs(); ++i)
        node.setOut(i, first + static_cast<TensorId>(i));
}

} // namespace
} // namespace split

void split_onnx(onnx::ImporterTable& table) {
    table.add("", "Split", 2, split::import);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Pad of the default domain: pads and value are attributes up to opset 10 and operands since 11; axes came with 18,
// wrap with 19.
#include "onnx/importer.h"
#include "ops/pad/pad.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace pad {
namespace {

void import(onnx::ImportContext& node) {
    std::string const name = node.text("mode", "constant");
    Attributes attrs;
    while (nameOf(attrs.mode) != name) {
        attrs.mode = static_cast<Mode>(static_cast<int>(attrs.mode) + 1);
        if (nameOf(attrs.mode).empty())
            node.fail(Message::kAttribute, fmt::format("pad mode '{}' is not known", name),
                      "constant, reflect, edge or wrap", name);
    }
    std::vector<TensorId> operands{node.in(0)};
    if (node.opset() < 11) {
        operands.push_back(node.constantOf(node.integers("pads")));
        attrs.value = node.number("value", 0);
    }
    for (size_t i = 1; node.opset() >= 11 && i < node.inputs(); ++i)
        operands.push_back(node.in(i));
    node.setOut(0, node.emit("pad", attrs, std::move(operands)));
}

} // namespace
} // namespace pad

void pad_onnx(onnx::ImporterTable& table) {
    table.add("", "Pad", 2, pad::import);
}

} // namespace tenon::ops

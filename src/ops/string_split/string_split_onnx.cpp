// SPDX-License-Identifier: Apache-2.0
// StringSplit of the default domain.
#include "onnx/importer.h"
#include "ops/string_split/string_split.h"

namespace tenon::ops {
namespace string_split {
namespace {

void import(onnx::ImportContext& node) {
    Attributes a;
    a.delimiter = node.text("delimiter", "");
    if (node.hasAttribute("maxsplit"))
        a.maxsplit = node.integer("maxsplit", 0);
    TensorId const first = node.emit("string_split", std::move(a), {node.in(0)}, 2);
    node.setOut(0, first);
    node.setOut(1, first + 1);
}

} // namespace
} // namespace string_split

void string_split_onnx(onnx::ImporterTable& table) {
    table.add("", "StringSplit", 20, string_split::import);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Unique of the default domain.
#include "onnx/importer.h"
#include "ops/unique/unique.h"

namespace tenon::ops {
namespace unique {
namespace {

void import(onnx::ImportContext& node) {
    Attributes attrs{.sorted = node.integer("sorted", 1) != 0};
    if (node.hasAttribute("axis"))
        attrs.axis = node.integer("axis", 0);
    size_t results = 1;
    for (size_t i = 1; i < 4; ++i)
        results = node.wantsOutput(i) ? i + 1 : results;
    TensorId const first = node.emit("unique", attrs, {node.in(0)}, results);
    for (size_t i = 0; i < results; ++i)
        node.setOut(i, first + static_cast<TensorId>(i));
}

} // namespace
} // namespace unique

void unique_onnx(onnx::ImporterTable& table) {
    table.add("", "Unique", 11, unique::import);
}

} // namespace tenon::ops

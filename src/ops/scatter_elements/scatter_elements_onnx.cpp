// SPDX-License-Identifier: Apache-2.0
// ScatterElements of the default domain, and Scatter, its name up to opset 10.
#include "onnx/importer.h"
#include "ops/scatter_elements/scatter_elements.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace scatter_elements {
namespace {

void import(onnx::ImportContext& node) {
    std::string const name = node.text("reduction", "none");
    auto const reduction = reductionFromName(name);
    if (!reduction)
        node.fail(Message::kAttribute, fmt::format("reduction '{}' is not known", name), "none, add, mul, max or min",
                  name);
    node.setOut(0, node.emit("scatter_elements", Attributes{node.integer("axis", 0), *reduction},
                             {node.in(0), node.in(1), node.in(2)}));
}

} // namespace
} // namespace scatter_elements

void scatter_elements_onnx(onnx::ImporterTable& table) {
    table.add("", "Scatter", 9, scatter_elements::import);
    table.add("", "ScatterElements", 11, scatter_elements::import);
}

} // namespace tenon::ops

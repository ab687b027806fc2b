// SPDX-License-Identifier: Apache-2.0
// ScatterND of the default domain.
#include "onnx/importer.h"
#include "ops/scatter_nd/scatter_nd.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace scatter_nd {
namespace {

void import(onnx::ImportContext& node) {
    std::string const name = node.text("reduction", "none");
    auto const reduction = reductionFromName(name);
    if (!reduction)
        node.fail(Message::kAttribute, fmt::format("reduction '{}' is not known", name), "none, add, mul, max or min",
                  name);
    node.setOut(0, node.emit("scatter_nd", Attributes{*reduction}, {node.in(0), node.in(1), node.in(2)}));
}

} // namespace
} // namespace scatter_nd

void scatter_nd_onnx(onnx::ImporterTable& table) {
    table.add("", "ScatterND", 11, scatter_nd::import);
}

} // namespace tenon::ops

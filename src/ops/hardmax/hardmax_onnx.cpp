// SPDX-License-Identifier: Apache-2.0
// Hardmax of the default domain. Before opset 13 the default axis is 1 and the axes from it on are one.
#include "onnx/importer.h"
#include "ops/hardmax/hardmax.h"

namespace tenon::ops {
namespace hardmax {
namespace {

void import(onnx::ImportContext& node) {
    bool const coerced = node.opset() < 13;
    node.setOut(0, node.emit("hardmax", Attributes{node.integer("axis", coerced ? 1 : -1), coerced}, {node.in(0)}));
}

} // namespace
} // namespace hardmax

void hardmax_onnx(onnx::ImporterTable& table) {
    table.add("", "Hardmax", 1, hardmax::import);
}

} // namespace tenon::ops

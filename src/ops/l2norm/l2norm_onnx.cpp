// SPDX-License-Identifier: Apache-2.0
// LpNormalization of the default domain.
#include "onnx/importer.h"
#include "ops/l2norm/l2norm.h"

namespace tenon::ops {
namespace l2norm {
namespace {

void import(onnx::ImportContext& node) {
    node.setOut(
        0, node.emit("l2norm", Attributes{.axis = node.integer("axis", -1), .p = node.integer("p", 2)}, {node.in(0)}));
}

} // namespace
} // namespace l2norm

void l2norm_onnx(onnx::ImporterTable& table) {
    table.add("", "LpNormalization", 1, l2norm::import);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// AffineGrid of the default domain.
#include "onnx/importer.h"
#include "ops/affine_grid/affine_grid.h"

namespace tenon::ops {
namespace affine_grid {
namespace {

void import(onnx::ImportContext& node) {
    Attributes const attrs{node.integer("align_corners", 0) != 0};
    node.setOut(0, node.emit("affine_grid", attrs, {node.in(0), node.in(1)}));
}

} // namespace
} // namespace affine_grid

void affine_grid_onnx(onnx::ImporterTable& table) {
    table.add("", "AffineGrid", 20, affine_grid::import);
}

} // namespace tenon::ops

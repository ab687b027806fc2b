// SPDX-License-Identifier: Apache-2.0
// Tile of the default domain (repeats is an operand since opset 6).
#include "onnx/importer.h"

namespace tenon::ops {

void tile_onnx(onnx::ImporterTable& table) {
    table.add("", "Tile", 6, onnx::importAs<NoAttrs, "tile">);
}

} // namespace tenon::ops

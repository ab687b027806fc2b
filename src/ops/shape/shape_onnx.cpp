// SPDX-License-Identifier: Apache-2.0
// Shape of the default domain (start and end since opset 15).
#include "onnx/importer.h"
#include "ops/shape/shape.h"

namespace tenon::ops {

void shape_onnx(onnx::ImporterTable& table) {
    table.add("", "Shape", 1, onnx::importAs<shape::Attributes, "shape">);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Concat of the default domain (the axis is required since opset 4).
#include "onnx/importer.h"
#include "ops/concat/concat.h"

namespace tenon::ops {

void concat_onnx(onnx::ImporterTable& table) {
    table.add("", "Concat", 4, onnx::importAs<concat::Attributes, "concat">);
}

} // namespace tenon::ops

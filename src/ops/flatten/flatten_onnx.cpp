// SPDX-License-Identifier: Apache-2.0
// Flatten of the default domain (negative axes since opset 11).
#include "onnx/importer.h"
#include "ops/flatten/flatten.h"

namespace tenon::ops {

void flatten_onnx(onnx::ImporterTable& table) {
    table.add("", "Flatten", 1, onnx::importAs<flatten::Attributes, "flatten">);
}

} // namespace tenon::ops

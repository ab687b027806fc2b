// SPDX-License-Identifier: Apache-2.0
// Reshape of the default domain: the target is an operand since opset 5, allowzero came with 14.
#include "onnx/importer.h"
#include "ops/reshape/reshape.h"

namespace tenon::ops {

void reshape_onnx(onnx::ImporterTable& table) {
    table.add("", "Reshape", 5, onnx::importAs<reshape::Attributes, "reshape">);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Transpose of the default domain.
#include "onnx/importer.h"
#include "ops/transpose/transpose.h"

namespace tenon::ops {

void transpose_onnx(onnx::ImporterTable& table) {
    table.add("", "Transpose", 1, onnx::importAs<transpose::Attributes, "transpose">);
}

} // namespace tenon::ops

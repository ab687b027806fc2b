// SPDX-License-Identifier: Apache-2.0
// MatMulInteger of the default domain.
#include "kernel/attrs.h"
#include "onnx/importer.h"

namespace tenon::ops {

void matmul_integer_onnx(onnx::ImporterTable& table) {
    table.add("", "MatMulInteger", 10, onnx::importAs<NoAttrs, "matmul_integer">);
}

} // namespace tenon::ops

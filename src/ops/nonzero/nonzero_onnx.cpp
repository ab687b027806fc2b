// SPDX-License-Identifier: Apache-2.0
// NonZero of the default domain.
#include "onnx/importer.h"

namespace tenon::ops {

void nonzero_onnx(onnx::ImporterTable& table) {
    table.add("", "NonZero", 9, onnx::importAs<NoAttrs, "nonzero">);
}

} // namespace tenon::ops

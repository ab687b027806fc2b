// SPDX-License-Identifier: Apache-2.0
// Size of the default domain.
#include "onnx/importer.h"

namespace tenon::ops {

void size_onnx(onnx::ImporterTable& table) {
    table.add("", "Size", 1, onnx::importAs<NoAttrs, "size">);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Expand of the default domain.
#include "onnx/importer.h"

namespace tenon::ops {

void expand_onnx(onnx::ImporterTable& table) {
    table.add("", "Expand", 8, onnx::importAs<NoAttrs, "expand">);
}

} // namespace tenon::ops

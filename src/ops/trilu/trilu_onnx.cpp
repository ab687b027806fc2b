// SPDX-License-Identifier: Apache-2.0
// Trilu of the default domain.
#include "onnx/importer.h"
#include "ops/trilu/trilu.h"

namespace tenon::ops {

void trilu_onnx(onnx::ImporterTable& table) {
    table.add("", "Trilu", 14, onnx::importAs<trilu::Attributes, "trilu">);
}

} // namespace tenon::ops

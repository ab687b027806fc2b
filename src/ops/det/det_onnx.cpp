// SPDX-License-Identifier: Apache-2.0
// Det of the default domain.
#include "onnx/importer.h"

namespace tenon::ops {

void det_onnx(onnx::ImporterTable& table) {
    table.add("", "Det", 11, onnx::importAs<NoAttrs, "det">);
}

} // namespace tenon::ops

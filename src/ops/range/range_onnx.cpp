// SPDX-License-Identifier: Apache-2.0
// Range of the default domain.
#include "onnx/importer.h"

namespace tenon::ops {

void range_onnx(onnx::ImporterTable& table) {
    table.add("", "Range", 11, onnx::importAs<NoAttrs, "range">);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// CumSum of the default domain.
#include "onnx/importer.h"
#include "ops/cumsum/cumsum.h"

namespace tenon::ops {

void cumsum_onnx(onnx::ImporterTable& table) {
    table.add("", "CumSum", 11, onnx::importAs<cumsum::Attributes, "cumsum">);
}

} // namespace tenon::ops

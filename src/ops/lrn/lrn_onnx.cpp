// SPDX-License-Identifier: Apache-2.0
// LRN of the default domain.
#include "onnx/importer.h"
#include "ops/lrn/lrn.h"

namespace tenon::ops {

void lrn_onnx(onnx::ImporterTable& table) {
    table.add("", "LRN", 1, onnx::importAs<lrn::Attributes, "lrn">);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Gather of the default domain.
#include "onnx/importer.h"
#include "ops/gather/gather.h"

namespace tenon::ops {

void gather_onnx(onnx::ImporterTable& table) {
    table.add("", "Gather", 1, onnx::importAs<gather::Attributes, "gather">);
}

} // namespace tenon::ops

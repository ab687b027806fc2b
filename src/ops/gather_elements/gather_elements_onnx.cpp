// SPDX-License-Identifier: Apache-2.0
// GatherElements of the default domain.
#include "onnx/importer.h"
#include "ops/gather_elements/gather_elements.h"

namespace tenon::ops {

void gather_elements_onnx(onnx::ImporterTable& table) {
    table.add("", "GatherElements", 11, onnx::importAs<gather_elements::Attributes, "gather_elements">);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// SpaceToDepth of the default domain.
#include "onnx/importer.h"
#include "ops/space_to_depth/space_to_depth.h"

namespace tenon::ops {

void space_to_depth_onnx(onnx::ImporterTable& table) {
    table.add("", "SpaceToDepth", 1, onnx::importAs<space_to_depth::Attributes, "space_to_depth">);
}

} // namespace tenon::ops

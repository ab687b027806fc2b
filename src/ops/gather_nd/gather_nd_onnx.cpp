// SPDX-License-Identifier: Apache-2.0
// GatherND of the default domain.
#include "onnx/importer.h"
#include "ops/gather_nd/gather_nd.h"

namespace tenon::ops {

void gather_nd_onnx(onnx::ImporterTable& table) {
    table.add("", "GatherND", 11, onnx::importAs<gather_nd::Attributes, "gather_nd">);
}

} // namespace tenon::ops

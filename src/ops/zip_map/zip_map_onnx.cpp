// SPDX-License-Identifier: Apache-2.0
// ZipMap of ai.onnx.ml.
#include "onnx/importer.h"
#include "ops/zip_map/zip_map.h"

namespace tenon::ops {

void zip_map_onnx(onnx::ImporterTable& table) {
    table.add("ai.onnx.ml", "ZipMap", 1, onnx::importAs<zip_map::Attributes, "zip_map">);
}

} // namespace tenon::ops

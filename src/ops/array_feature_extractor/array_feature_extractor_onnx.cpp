// SPDX-License-Identifier: Apache-2.0
// ArrayFeatureExtractor of ai.onnx.ml.
#include "onnx/importer.h"

namespace tenon::ops {

void array_feature_extractor_onnx(onnx::ImporterTable& table) {
    table.add("ai.onnx.ml", "ArrayFeatureExtractor", 1, onnx::importAs<NoAttrs, "array_feature_extractor">);
}

} // namespace tenon::ops

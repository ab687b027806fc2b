// SPDX-License-Identifier: Apache-2.0
// OneHotEncoder of ai.onnx.ml.
#include "onnx/importer.h"
#include "ops/one_hot_encoder/one_hot_encoder.h"

namespace tenon::ops {

void one_hot_encoder_onnx(onnx::ImporterTable& table) {
    table.add("ai.onnx.ml", "OneHotEncoder", 1, onnx::importAs<one_hot_encoder::Attributes, "one_hot_encoder">);
}

} // namespace tenon::ops

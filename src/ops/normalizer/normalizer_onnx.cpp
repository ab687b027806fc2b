// SPDX-License-Identifier: Apache-2.0
// Normalizer of ai.onnx.ml.
#include "onnx/importer.h"
#include "ops/normalizer/normalizer.h"

namespace tenon::ops {

void normalizer_onnx(onnx::ImporterTable& table) {
    table.add("ai.onnx.ml", "Normalizer", 1, onnx::importAs<normalizer::Attributes, "normalizer">);
}

} // namespace tenon::ops

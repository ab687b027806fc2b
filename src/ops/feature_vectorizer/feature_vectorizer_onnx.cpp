// SPDX-License-Identifier: Apache-2.0
// FeatureVectorizer of ai.onnx.ml.
#include "onnx/importer.h"
#include "ops/feature_vectorizer/feature_vectorizer.h"

namespace tenon::ops {

void feature_vectorizer_onnx(onnx::ImporterTable& table) {
    table.add("ai.onnx.ml", "FeatureVectorizer", 1,
              onnx::importAs<feature_vectorizer::Attributes, "feature_vectorizer">);
}

} // namespace tenon::ops

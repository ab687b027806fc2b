// SPDX-License-Identifier: Apache-2.0
// DictVectorizer of ai.onnx.ml.
#include "onnx/importer.h"
#include "ops/dict_vectorizer/dict_vectorizer.h"

namespace tenon::ops {

void dict_vectorizer_onnx(onnx::ImporterTable& table) {
    table.add("ai.onnx.ml", "DictVectorizer", 1, onnx::importAs<dict_vectorizer::Attributes, "dict_vectorizer">);
}

} // namespace tenon::ops

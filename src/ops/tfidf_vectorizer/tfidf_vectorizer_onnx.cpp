// SPDX-License-Identifier: Apache-2.0
// TfIdfVectorizer of the default domain.
#include "onnx/importer.h"
#include "ops/tfidf_vectorizer/tfidf_vectorizer.h"

namespace tenon::ops {

void tfidf_vectorizer_onnx(onnx::ImporterTable& table) {
    table.add("", "TfIdfVectorizer", 9, onnx::importAs<tfidf_vectorizer::Attributes, "tfidf_vectorizer">);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// StringNormalizer of the default domain.
#include "onnx/importer.h"
#include "ops/string_normalizer/string_normalizer.h"

namespace tenon::ops {

void string_normalizer_onnx(onnx::ImporterTable& table) {
    table.add("", "StringNormalizer", 10, onnx::importAs<string_normalizer::Attributes, "string_normalizer">);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// StringConcat of the default domain.
#include "onnx/importer.h"

namespace tenon::ops {

void string_concat_onnx(onnx::ImporterTable& table) {
    table.add("", "StringConcat", 20, onnx::importAs<NoAttrs, "string_concat">);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Compress of the default domain.
#include "onnx/importer.h"
#include "ops/compress/compress.h"

namespace tenon::ops {

void compress_onnx(onnx::ImporterTable& table) {
    table.add("", "Compress", 9, onnx::importAs<compress::Attributes, "compress">);
}

} // namespace tenon::ops

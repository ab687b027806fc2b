// SPDX-License-Identifier: Apache-2.0
// SequenceInsert of the default domain.
#include "onnx/importer.h"

namespace tenon::ops {

void sequence_insert_onnx(onnx::ImporterTable& table) {
    table.add("", "SequenceInsert", 11, onnx::importAs<NoAttrs, "sequence_insert">);
}

} // namespace tenon::ops

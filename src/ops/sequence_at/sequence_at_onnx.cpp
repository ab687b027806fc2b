// SPDX-License-Identifier: Apache-2.0
// SequenceAt of the default domain.
#include "onnx/importer.h"

namespace tenon::ops {

void sequence_at_onnx(onnx::ImporterTable& table) {
    table.add("", "SequenceAt", 11, onnx::importAs<NoAttrs, "sequence_at">);
}

} // namespace tenon::ops

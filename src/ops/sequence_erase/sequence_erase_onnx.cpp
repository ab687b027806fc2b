// SPDX-License-Identifier: Apache-2.0
// SequenceErase of the default domain.
#include "onnx/importer.h"

namespace tenon::ops {

void sequence_erase_onnx(onnx::ImporterTable& table) {
    table.add("", "SequenceErase", 11, onnx::importAs<NoAttrs, "sequence_erase">);
}

} // namespace tenon::ops

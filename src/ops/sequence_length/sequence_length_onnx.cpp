// SPDX-License-Identifier: Apache-2.0
// SequenceLength of the default domain.
#include "onnx/importer.h"

namespace tenon::ops {

void sequence_length_onnx(onnx::ImporterTable& table) {
    table.add("", "SequenceLength", 11, onnx::importAs<NoAttrs, "sequence_length">);
}

} // namespace tenon::ops

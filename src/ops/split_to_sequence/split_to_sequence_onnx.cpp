// SPDX-License-Identifier: Apache-2.0
// SplitToSequence of the default domain.
#include "onnx/importer.h"
#include "ops/split_to_sequence/split_to_sequence.h"

namespace tenon::ops {

void split_to_sequence_onnx(onnx::ImporterTable& table) {
    table.add("", "SplitToSequence", 11, onnx::importAs<split_to_sequence::Attributes, "split_to_sequence">);
}

} // namespace tenon::ops

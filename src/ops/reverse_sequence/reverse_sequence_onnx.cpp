// SPDX-License-Identifier: Apache-2.0
// ReverseSequence of the default domain.
#include "onnx/importer.h"
#include "ops/reverse_sequence/reverse_sequence.h"

namespace tenon::ops {

void reverse_sequence_onnx(onnx::ImporterTable& table) {
    table.add("", "ReverseSequence", 10, onnx::importAs<reverse_sequence::Attributes, "reverse_sequence">);
}

} // namespace tenon::ops

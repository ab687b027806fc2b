// SPDX-License-Identifier: Apache-2.0
// SequenceConstruct of the default domain.
#include "onnx/importer.h"

namespace tenon::ops {

void sequence_construct_onnx(onnx::ImporterTable& table) {
    table.add("", "SequenceConstruct", 11, onnx::importAs<NoAttrs, "sequence_construct">);
}

} // namespace tenon::ops

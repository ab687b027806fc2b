// SPDX-License-Identifier: Apache-2.0
// ConcatFromSequence of the default domain.
#include "onnx/importer.h"
#include "ops/concat_from_sequence/concat_from_sequence.h"

namespace tenon::ops {
namespace concat_from_sequence {
namespace {

void import(onnx::ImportContext& node) {
    Attributes const attrs{node.integer("axis", 0), node.integer("new_axis", 0) != 0};
    node.setOut(0, node.emit("concat_from_sequence", attrs, {node.in(0)}));
}

} // namespace
} // namespace concat_from_sequence

void concat_from_sequence_onnx(onnx::ImporterTable& table) {
    table.add("", "ConcatFromSequence", 11, concat_from_sequence::import);
}

} // namespace tenon::ops

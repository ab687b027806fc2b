// SPDX-License-Identifier: Apache-2.0
// ONNX SequenceMap. Operands: a sequence, further sequences or tensors, captures. Parameters of the region: an element
// of each sequence (a tensor is passed whole at each turn), captures. Results: for each result of the region the
// sequence of its values.
#include "kernel/attr_type.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace sequence_map {
namespace {

/// The graph takes the types of the results from the regions.
void infer(Attrs const&, InferContext& c) {
    c.fail(Message::kOperand, "the results of sequence_map follow from its regions, not from its operands");
}

} // namespace
} // namespace sequence_map

void sequence_map_op(KernelTable& table) {
    static OpDef const kOp{.name = "sequence_map",
                           .attrs = &attrType<NoAttrs>(),
                           .infer = sequence_map::infer,
                           .minInputs = 1,
                           .maxInputs = -1,
                           .outputs = -1,
                           .regions = 1};
    table.add(kOp);
}

} // namespace tenon::ops

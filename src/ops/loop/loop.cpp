// SPDX-License-Identifier: Apache-2.0
// ONNX Loop. Operands: trip count (i64, may be absent), condition (bool, may be absent), carried values, captures.
// Parameters of the region: turn number (i64), condition (bool), carried values, captures.
// Results of the region: condition, carried values, scan outputs. Results: carried values, then each scan output
// stacked by turn.
#include "kernel/attr_type.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace loop {
namespace {

/// The graph takes the types of the results from the regions.
void infer(Attrs const&, InferContext& c) {
    c.fail(Message::kOperand, "the results of loop follow from its regions, not from its operands");
}

} // namespace
} // namespace loop

void loop_op(KernelTable& table) {
    static OpDef const kOp{.name = "loop",
                           .attrs = &attrType<NoAttrs>(),
                           .infer = loop::infer,
                           .minInputs = 2,
                           .maxInputs = -1,
                           .outputs = -1,
                           .regions = 1};
    table.add(kOp);
}

} // namespace tenon::ops

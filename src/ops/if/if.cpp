// SPDX-License-Identifier: Apache-2.0
// ONNX If: one of two regions (then, else), by a condition. Operands: condition (bool, one element), captures. Both
// regions have the captures as their parameters and give the results in order.
#include "kernel/attr_type.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace branch {
namespace {

/// The graph takes the types of the results from the regions.
void infer(Attrs const&, InferContext& c) {
    c.fail(Message::kOperand, "the results of if follow from its regions, not from its operands");
}

} // namespace
} // namespace branch

void if_op(KernelTable& table) {
    static OpDef const kOp{.name = "if",
                           .attrs = &attrType<NoAttrs>(),
                           .infer = branch::infer,
                           .minInputs = 1,
                           .maxInputs = -1,
                           .outputs = -1,
                           .regions = 2};
    table.add(kOp);
}

} // namespace tenon::ops

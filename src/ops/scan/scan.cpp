// SPDX-License-Identifier: Apache-2.0
// ONNX Scan; scan.h says what goes where.
#include "ops/scan/scan.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace scan {
namespace {

/// The graph takes the types of the results from the regions.
void infer(Attrs const&, InferContext& c) {
    c.fail(Message::kOperand, "the results of scan follow from its regions, not from its operands");
}

} // namespace
} // namespace scan

void scan_op(KernelTable& table) {
    static OpDef const kOp{.name = "scan",
                           .attrs = &attrType<scan::Attributes>(),
                           .infer = scan::infer,
                           .minInputs = 1,
                           .maxInputs = -1,
                           .outputs = -1,
                           .regions = 1};
    table.add(kOp);
}

} // namespace tenon::ops

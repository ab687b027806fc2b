// SPDX-License-Identifier: Apache-2.0
// reorder: the same tensor in another Layout. The assign pass inserts it where two steps disagree; it has no ONNX name.
#include "kernel/attr_type.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace reorder {
namespace {

void infer(Attrs const&, InferContext& c) {
    c.out(0) = {c.type(0), std::nullopt, nullptr};
}

} // namespace
} // namespace reorder

void reorder_op(KernelTable& table) {
    static OpDef const kOp{.name = "reorder", .attrs = &attrType<NoAttrs>(), .infer = reorder::infer};
    table.add(kOp);
}

} // namespace tenon::ops

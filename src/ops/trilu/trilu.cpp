// SPDX-License-Identifier: Apache-2.0
// Definition of trilu.
#include "ops/trilu/trilu.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace trilu {
namespace {

void infer(Attrs const&, InferContext& c) {
    Type const& in = tensorType(c, 0);
    if (c.has(1))
        requireIndexType(c, 1);
    if (in.ranked())
        c.requireRank(0, 2, 1 << 20);
    c.setOut(0, in.dtype, in.dims);
}

} // namespace
} // namespace trilu

void trilu_op(KernelTable& table) {
    static OpDef const kOp{.name = "trilu",
                           .attrs = &attrType<trilu::Attributes>(),
                           .infer = trilu::infer,
                           .minInputs = 1,
                           .maxInputs = 2};
    table.add(kOp);
}

} // namespace tenon::ops

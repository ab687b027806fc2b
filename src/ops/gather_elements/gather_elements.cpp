// SPDX-License-Identifier: Apache-2.0
// Definition of gather_elements: the result has the dims of the indices.
#include "ops/gather_elements/gather_elements.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace gather_elements {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    Type const& data = tensorType(c, 0);
    Type const& indices = tensorType(c, 1);
    requireIndexType(c, 1);
    if (data.ranked()) {
        c.axis(attrs.as<Attributes>().axis, data.rank());
        if (indices.ranked())
            c.requireRank(1, data.rank(), data.rank());
    }
    c.setOut(0, data.dtype, indices.dims);
}

} // namespace
} // namespace gather_elements

void gather_elements_op(KernelTable& table) {
    static OpDef const kOp{.name = "gather_elements",
                           .attrs = &attrType<gather_elements::Attributes>(),
                           .infer = gather_elements::infer,
                           .minInputs = 2,
                           .maxInputs = 2};
    table.add(kOp);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Definition of scatter_elements: the result has the type and dims of the data.
#include "ops/scatter_elements/scatter_elements.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace scatter_elements {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Attributes>();
    requireScatterTypes(c, a.reduction);
    Type const& data = c.type(0);
    if (data.ranked()) {
        c.axis(a.axis, data.rank());
        for (size_t i : {1, 2})
            if (c.type(i).ranked())
                c.requireRank(i, data.rank(), data.rank());
    }
    auto const &indices = c.type(1).dims, &updates = c.type(2).dims;
    if (indices && updates && allConst(*indices) && allConst(*updates) && *indices != *updates)
        c.fail(Message::kShape, "indices and updates have different dims", textOfDims(*indices), textOfDims(*updates));
    c.setOut(0, data.dtype, data.dims);
}

} // namespace
} // namespace scatter_elements

void scatter_elements_op(KernelTable& table) {
    static OpDef const kOp{.name = "scatter_elements",
                           .attrs = &attrType<scatter_elements::Attributes>(),
                           .infer = scatter_elements::infer,
                           .minInputs = 3,
                           .maxInputs = 3};
    table.add(kOp);
}

} // namespace tenon::ops

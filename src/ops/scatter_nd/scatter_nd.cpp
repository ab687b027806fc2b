// SPDX-License-Identifier: Apache-2.0
// Definition of scatter_nd: the result has the type and dims of the data.
#include "ops/scatter_nd/scatter_nd.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace scatter_nd {
namespace {

/// updates has the dims indices[:-1] + data[last dim of indices:].
void checkUpdates(InferContext& c) {
    Type const &data = c.type(0), &indices = c.type(1), &updates = c.type(2);
    if (!data.ranked() || !indices.ranked())
        return;
    c.requireRank(1, 1, 1 << 20);
    DimExpr const& depth = indices.dims->back();
    if (!depth.isConst())
        return;
    if (depth.value() > data.rank())
        c.fail(Message::kShape, "the indices have more positions than the data has axes",
               fmt::format("at most {}", data.rank()), toText(depth));
    Dims wanted(indices.dims->begin(), indices.dims->end() - 1);
    wanted.insert(wanted.end(), data.dims->begin() + depth.value(), data.dims->end());
    if (updates.ranked() &&
        (updates.dims->size() != wanted.size() || (allConst(wanted) && updates.isStatic() && wanted != *updates.dims)))
        c.fail(Message::kShape, "the updates do not fit the indices and the data", textOfDims(wanted),
               textOfDims(*updates.dims));
}

void infer(Attrs const& attrs, InferContext& c) {
    requireScatterTypes(c, attrs.as<Attributes>().reduction);
    checkUpdates(c);
    c.setOut(0, c.type(0).dtype, c.type(0).dims);
}

} // namespace
} // namespace scatter_nd

void scatter_nd_op(KernelTable& table) {
    static OpDef const kOp{.name = "scatter_nd",
                           .attrs = &attrType<scatter_nd::Attributes>(),
                           .infer = scatter_nd::infer,
                           .minInputs = 3,
                           .maxInputs = 3};
    table.add(kOp);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Definition of nonzero: the positions of the elements that are not zero, one row for each axis. Their number is known
// only to the data.
#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace nonzero {
namespace {

void infer(Attrs const&, InferContext& c) {
    Type const& in = tensorType(c, 0);
    if (!in.ranked())
        return c.setOut(0, DType::kI64, newSymbols(c, 2));
    DimExpr const most = volume(*in.dims);
    c.setOut(0, DType::kI64, Dims{in.rank(), c.newSymbol(&most)});
}

} // namespace
} // namespace nonzero

void nonzero_op(KernelTable& table) {
    static OpDef const kOp{.name = "nonzero", .attrs = &attrType<NoAttrs>(), .infer = nonzero::infer};
    table.add(kOp);
}

} // namespace tenon::ops

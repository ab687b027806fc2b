// SPDX-License-Identifier: Apache-2.0
// Definition of shape: its content is the dims, so it needs no step where they are known as expressions.
#include "ops/shape/shape.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace shape {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    Type const& in = tensorType(c, 0);
    if (!in.ranked())
        return c.setOut(0, DType::kI64, newSymbols(c, 1));
    Range const r = rangeOf(attrs.as<Attributes>(), in.rank());
    auto const first = in.dims->begin() + static_cast<std::ptrdiff_t>(r.first);
    c.setOut(0, DType::kI64, Dims{static_cast<int64_t>(r.count)});
    setContent(c, 0, Dims(first, first + static_cast<std::ptrdiff_t>(r.count)));
}

} // namespace
} // namespace shape

void shape_op(KernelTable& table) {
    static OpDef const kOp{.name = "shape", .attrs = &attrType<shape::Attributes>(), .infer = shape::infer};
    table.add(kOp);
}

} // namespace tenon::ops

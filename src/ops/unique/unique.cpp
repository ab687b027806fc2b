// SPDX-License-Identifier: Apache-2.0
// Definition of unique.
#include "ops/unique/unique.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace unique {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Attributes>();
    Type const& in = tensorType(c, 0);
    DimExpr all, count;
    std::optional<Dims> out;
    if (!in.ranked()) {
        all = c.newSymbol();
        count = c.newSymbol();
        if (!a.axis)
            out = Dims{count};
    } else if (!a.axis) {
        all = volume(*in.dims);
        count = c.newSymbol(&all);
        out = Dims{count};
    } else {
        auto const axis = static_cast<size_t>(c.axis(*a.axis, in.rank()));
        all = (*in.dims)[axis];
        count = c.newSymbol(&all);
        out = *in.dims;
        (*out)[axis] = count;
    }
    c.setOut(0, in.dtype, std::move(out));
    for (size_t i = 1; i < c.outputs(); ++i)
        c.setOut(i, DType::kI64, Dims{i == 2 ? all : c.newSymbol(in.ranked() ? &all : nullptr)});
}

} // namespace
} // namespace unique

void unique_op(KernelTable& table) {
    static OpDef const kOp{
        .name = "unique", .attrs = &attrType<unique::Attributes>(), .infer = unique::infer, .outputs = -1};
    table.add(kOp);
}

} // namespace tenon::ops

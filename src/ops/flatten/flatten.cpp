// SPDX-License-Identifier: Apache-2.0
// Definition of flatten. An operand of unknown rank still gives a matrix, of unknown dims.
#include "ops/flatten/flatten.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace flatten {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    Type const& in = tensorType(c, 0);
    if (!in.ranked())
        return c.setOut(0, in.dtype, newSymbols(c, 2));
    int64_t const axis = attrs.as<Attributes>().axis;
    auto const at = static_cast<size_t>(c.axis(axis, in.rank() + (axis < 0 ? 0 : 1)));
    std::span<DimExpr const> const dims(*in.dims);
    c.setOut(0, in.dtype, Dims{volume(dims.first(at)), volume(dims.subspan(at))});
    if (Dims const* content = c.content(0))
        setContent(c, 0, *content);
}

} // namespace
} // namespace flatten

void flatten_op(KernelTable& table) {
    static OpDef const kOp{
        .name = "flatten", .attrs = &attrType<flatten::Attributes>(), .infer = flatten::infer, .view = true};
    table.add(kOp);
}

} // namespace tenon::ops

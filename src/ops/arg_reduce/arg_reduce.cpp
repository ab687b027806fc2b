// SPDX-License-Identifier: Apache-2.0
// Definition of arg_reduce: i64 indices, with the axis gone or of dim 1.
#include "ops/arg_reduce/arg_reduce.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <algorithm>

namespace tenon::ops {
namespace arg_reduce {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16, DType::kI8,  DType::kI16,
                                       DType::kI32, DType::kI64, DType::kU8,  DType::kU16,  DType::kU32, DType::kU64};
    auto const& a = attrs.as<Attributes>();
    c.requireType(0, kTypes);
    Type const& in = c.type(0);
    if (!in.ranked())
        return c.setOut(0, DType::kI64, std::nullopt);
    Dims dims = *in.dims;
    auto const at = dims.begin() + c.axis(a.axis, in.rank());
    bool const nothing = at->is(0);
    if (a.keepdims)
        *at = 1;
    else
        dims.erase(at);
    // The kernel refuses where dims that are not known yet turn out so.
    if (nothing && std::all_of(dims.begin(), dims.end(), [](DimExpr const& d) { return d.isConst() && !d.is(0); }))
        c.fail(Message::kShape, "no element to choose along the axis", "a dim of 1 or more", textOfDims(*in.dims));
    c.setOut(0, DType::kI64, std::move(dims));
}

} // namespace
} // namespace arg_reduce

void arg_reduce_op(KernelTable& table) {
    static OpDef const kOp{
        .name = "arg_reduce", .attrs = &attrType<arg_reduce::Attributes>(), .infer = arg_reduce::infer};
    table.add(kOp);
}

} // namespace tenon::ops

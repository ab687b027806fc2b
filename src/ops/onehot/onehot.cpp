// SPDX-License-Identifier: Apache-2.0
// Definition of onehot.
#include "ops/onehot/onehot.h"

#include "base/half.h"
#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace onehot {
namespace {

/// The depth; it may be of a floating type.
DimExpr depthOf(InferContext& c) {
    if (Dims const* content = c.content(1); content != nullptr && content->size() == 1)
        return (*content)[0];
    Fact const& fact = c.in(1);
    if (fact.bytes == nullptr || lengthOf(c, 1) != 1)
        return c.newSymbol();
    int64_t depth = 0;
    withType(fact.type.dtype,
             [&](auto sample) { depth = static_cast<int64_t>(static_cast<double>(*fact.as<decltype(sample)>())); });
    return depth;
}

void infer(Attrs const& attrs, InferContext& c) {
    Type const& indices = tensorType(c, 0);
    Type const& values = tensorType(c, 2);
    lengthOf(c, 1);
    if (!indices.ranked())
        return c.setOut(0, values.dtype, std::nullopt);
    DimExpr const depth = depthOf(c);
    if (depth.isConst() && depth.value() < 0)
        c.fail(Message::kShape, "the depth is negative", "0 or more", toText(depth));
    if (values.isStatic() && !volume(*values.dims).is(2))
        c.fail(Message::kShape, "the values are not an off and an on value", "two elements", toString(values));
    Dims dims = *indices.dims;
    dims.insert(dims.begin() + c.axis(attrs.as<Attributes>().axis, indices.rank() + 1), depth);
    c.setOut(0, values.dtype, std::move(dims));
}

} // namespace
} // namespace onehot

void onehot_op(KernelTable& table) {
    static OpDef const kOp{.name = "onehot",
                           .attrs = &attrType<onehot::Attributes>(),
                           .infer = onehot::infer,
                           .minInputs = 3,
                           .maxInputs = 3,
                           .shapeInputs = 1u << 1};
    table.add(kOp);
}

} // namespace tenon::ops

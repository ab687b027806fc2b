// SPDX-License-Identifier: Apache-2.0
#include "ops/shape_value/shape_value.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace shape_value {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Attributes>();
    Dims dims(a.dims.begin(), a.dims.end());
    if (volume(dims) != DimExpr(static_cast<int64_t>(a.content.size())))
        c.fail(Message::kShape, "a shape value has another number of elements than its dims say");
    c.setOut(0, a.dtype, std::move(dims));
    c.out(0).content = a.content;
}

} // namespace
} // namespace shape_value

void shape_value_op(KernelTable& table) {
    static OpDef const kOp{.name = "shape_value",
                           .attrs = &attrType<shape_value::Attributes>(),
                           .infer = shape_value::infer,
                           .minInputs = 0,
                           .maxInputs = 0};
    table.add(kOp);
}

} // namespace tenon::ops

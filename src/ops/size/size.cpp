// SPDX-License-Identifier: Apache-2.0
// Definition of size: the number of elements, a scalar of i64.
#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace size {
namespace {

void infer(Attrs const&, InferContext& c) {
    Type const& in = tensorType(c, 0);
    c.setOut(0, DType::kI64, Dims{});
    if (in.ranked())
        setContent(c, 0, {volume(*in.dims)});
}

} // namespace
} // namespace size

void size_op(KernelTable& table) {
    static OpDef const kOp{.name = "size", .attrs = &attrType<NoAttrs>(), .infer = size::infer};
    table.add(kOp);
}

} // namespace tenon::ops

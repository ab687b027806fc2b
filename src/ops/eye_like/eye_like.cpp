// SPDX-License-Identifier: Apache-2.0
// Definition of eye_like.
#include "ops/eye_like/eye_like.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace eye_like {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16, DType::kBool,
                                       DType::kI8,  DType::kI16, DType::kI32, DType::kI64,  DType::kU8,
                                       DType::kU16, DType::kU32, DType::kU64};
    Type const& in = tensorType(c, 0);
    auto const& wanted = attrs.as<Attributes>().dtype;
    if (!wanted)
        c.requireType(0, kTypes);
    if (in.ranked())
        c.requireRank(0, 2, 2);
    c.setOut(0, wanted.value_or(in.dtype), in.dims);
}

} // namespace
} // namespace eye_like

void eye_like_op(KernelTable& table) {
    static OpDef const kOp{.name = "eye_like", .attrs = &attrType<eye_like::Attributes>(), .infer = eye_like::infer};
    table.add(kOp);
}

} // namespace tenon::ops

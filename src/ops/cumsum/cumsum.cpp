// SPDX-License-Identifier: Apache-2.0
// Definition of cumsum.
#include "ops/cumsum/cumsum.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace cumsum {
namespace {

void infer(Attrs const&, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16,
                                       DType::kI32, DType::kI64, DType::kU32, DType::kU64};
    c.requireType(0, kTypes);
    requireIndexType(c, 1);
    Type const& in = c.type(0);
    if (auto const axis = numbers(c, 1); axis && axis->size() == 1 && in.ranked())
        c.axis((*axis)[0], in.rank());
    c.setOut(0, in.dtype, in.dims);
}

} // namespace
} // namespace cumsum

void cumsum_op(KernelTable& table) {
    static OpDef const kOp{.name = "cumsum",
                           .attrs = &attrType<cumsum::Attributes>(),
                           .infer = cumsum::infer,
                           .minInputs = 2,
                           .maxInputs = 2};
    table.add(kOp);
}

} // namespace tenon::ops

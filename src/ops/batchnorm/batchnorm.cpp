// SPDX-License-Identifier: Apache-2.0
// Definition of batchnorm. Operands: x [N, C, ...] (or [N], one channel), scale, bias, mean, variance, each [C].
#include "ops/batchnorm/batchnorm.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace batchnorm {
namespace {

void infer(Attrs const&, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};
    for (size_t i = 0; i < 5; ++i)
        c.requireType(i, kTypes);
    Type const& x = c.type(0);
    if (x.ranked()) {
        c.requireRank(0, 1, 64);
        DimExpr const channels = x.rank() > 1 ? (*x.dims)[1] : DimExpr(1);
        for (size_t i = 1; i < 5; ++i) {
            if (!c.type(i).ranked())
                continue;
            c.requireRank(i, 1, 1);
            DimExpr const& own = c.dims(i)[0];
            if (own.isConst() && channels.isConst() && !(own == channels))
                c.fail(Message::kShape,
                       fmt::format("operand {} of a batch normalisation has another length than there are channels", i),
                       toText(channels), toText(own));
        }
    }
    c.setOut(0, x.dtype, x.dims);
}

} // namespace
} // namespace batchnorm

void batchnorm_op(KernelTable& table) {
    static OpDef const kOp{.name = "batchnorm",
                           .attrs = &attrType<batchnorm::Attributes>(),
                           .infer = batchnorm::infer,
                           .minInputs = 5,
                           .maxInputs = 5};
    table.add(kOp);
}

} // namespace tenon::ops

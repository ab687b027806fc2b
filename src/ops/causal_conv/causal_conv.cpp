// SPDX-License-Identifier: Apache-2.0
// Definition of causal_conv.
#include "ops/causal_conv/causal_conv.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace causal_conv {
namespace {

void infer(Attrs const&, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};
    c.requireType(0, kTypes);
    DType const type = c.type(0).dtype;
    for (size_t i = 1; i < 4; ++i)
        if (i == 1 || c.has(i)) {
            c.requireType(i, {&type, 1});
            if (c.type(i).ranked())
                c.requireRank(i, i == 2 ? 1 : 3, i == 2 ? 1 : 3);
        }
    if (!c.type(0).ranked() || !c.type(1).ranked()) {
        for (size_t i = 0; i < c.outputs(); ++i)
            c.setOut(i, type, std::nullopt);
        return;
    }
    c.requireRank(0, 3, 3);
    Dims const &x = c.dims(0), &weight = c.dims(1);
    if ((x[1].isConst() && weight[0].isConst() && x[1] != weight[0]) || (weight[1].isConst() && !weight[1].is(1)) ||
        weight[2].is(0))
        c.fail(Message::kShape, "the weight of a causal convolution does not fit", "[channels, 1, k]",
               textOfDims(weight));
    c.setOut(0, type, x);
    if (c.outputs() > 1)
        c.setOut(1, type, Dims{x[0], x[1], weight[2] - 1});
}

} // namespace
} // namespace causal_conv

void causal_conv_op(KernelTable& table) {
    static OpDef const kOp{.name = "causal_conv",
                           .attrs = &attrType<causal_conv::Attributes>(),
                           .infer = causal_conv::infer,
                           .minInputs = 2,
                           .maxInputs = 4,
                           .outputs = 2};
    table.add(kOp);
}

} // namespace tenon::ops

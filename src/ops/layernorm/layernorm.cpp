// SPDX-License-Identifier: Apache-2.0
// Definition of layernorm. Operands: x, scale, bias (optional).
#include "ops/layernorm/layernorm.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace layernorm {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};
    c.requireType(0, kTypes);
    Type const& x = c.type(0);
    for (size_t i = 1; i < 3; ++i) {
        if (i == 2 && !c.has(2))
            continue;
        c.requireType(i, {&x.dtype, 1});
        if (x.ranked() && c.type(i).ranked()) {
            c.requireRank(i, 0, x.rank());
            broadcast(*x.dims, c.dims(i));
        }
    }
    std::optional<Dims> statistics;
    if (x.ranked()) {
        int64_t const axis = c.axis(attrs.as<Attributes>().axis, x.rank());
        statistics = x.dims;
        for (auto i = static_cast<size_t>(axis); i < statistics->size(); ++i)
            (*statistics)[i] = 1;
    }
    c.setOut(0, x.dtype, x.dims);
    for (size_t i = 1; i < c.outputs(); ++i)
        c.setOut(i, DType::kF32, statistics);
}

} // namespace
} // namespace layernorm

void layernorm_op(KernelTable& table) {
    static OpDef const kOp{.name = "layernorm",
                           .attrs = &attrType<layernorm::Attributes>(),
                           .infer = layernorm::infer,
                           .minInputs = 2,
                           .maxInputs = 3,
                           .outputs = -1};
    table.add(kOp);
}

} // namespace tenon::ops

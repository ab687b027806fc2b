// SPDX-License-Identifier: Apache-2.0
// Definition of compress: how many are chosen is known only to the data.
#include "ops/compress/compress.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace compress {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kBool[] = {DType::kBool};
    Type const& in = tensorType(c, 0);
    c.requireType(1, kBool);
    auto const& axis = attrs.as<Attributes>().axis;
    if (!in.ranked())
        return c.setOut(0, in.dtype, axis ? std::nullopt : std::optional(newSymbols(c, 1)));
    Dims dims = axis ? *in.dims : Dims{volume(*in.dims)};
    DimExpr& dim = dims[axis ? static_cast<size_t>(c.axis(*axis, in.rank())) : 0];
    DimExpr const most = dim;
    auto const condition = numbers(c, 1);
    if (condition && dim.isConst()) {
        int64_t count = 0;
        for (size_t i = 0; i < condition->size() && static_cast<int64_t>(i) < dim.value(); ++i)
            count += (*condition)[i] != 0;
        dim = count;
    } else {
        dim = c.newSymbol(&most);
    }
    c.setOut(0, in.dtype, std::move(dims));
}

} // namespace
} // namespace compress

void compress_op(KernelTable& table) {
    static OpDef const kOp{.name = "compress",
                           .attrs = &attrType<compress::Attributes>(),
                           .infer = compress::infer,
                           .minInputs = 2,
                           .maxInputs = 2};
    table.add(kOp);
}

} // namespace tenon::ops

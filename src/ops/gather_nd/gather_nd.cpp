// SPDX-License-Identifier: Apache-2.0
// Definition of gather_nd: dims are indices[:-1] + data[batch_dims + last dim of indices:].
#include "ops/gather_nd/gather_nd.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace gather_nd {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    Type const& data = tensorType(c, 0);
    Type const& indices = tensorType(c, 1);
    requireIndexType(c, 1);
    if (!data.ranked() || !indices.ranked())
        return c.setOut(0, data.dtype, std::nullopt);
    c.requireRank(1, 1, 1 << 20);
    int64_t const batch = attrs.as<Attributes>().batch_dims;
    if (batch < 0 || batch >= std::min(data.rank(), indices.rank()))
        c.fail(Message::kAttribute, "batch_dims lies outside the ranks",
               fmt::format("0 to {}", std::min(data.rank(), indices.rank()) - 1), fmt::format("{}", batch));
    for (int64_t i = 0; i < batch; ++i)
        if (DimExpr const& a = (*data.dims)[i], &b = (*indices.dims)[i]; a.isConst() && b.isConst() && a != b)
            c.fail(Message::kShape, fmt::format("batch dim {} of the data and of the indices differ", i), toText(a),
                   toText(b));
    DimExpr const& depth = indices.dims->back();
    if (!depth.isConst())
        return c.setOut(0, data.dtype, std::nullopt);
    if (batch + depth.value() > data.rank())
        c.fail(Message::kShape, "the indices have more positions than the data has axes",
               fmt::format("at most {}", data.rank() - batch), toText(depth));
    Dims dims(indices.dims->begin(), indices.dims->end() - 1);
    dims.insert(dims.end(), data.dims->begin() + batch + depth.value(), data.dims->end());
    c.setOut(0, data.dtype, std::move(dims));
}

} // namespace
} // namespace gather_nd

void gather_nd_op(KernelTable& table) {
    static OpDef const kOp{.name = "gather_nd",
                           .attrs = &attrType<gather_nd::Attributes>(),
                           .infer = gather_nd::infer,
                           .minInputs = 2,
                           .maxInputs = 2};
    table.add(kOp);
}

} // namespace tenon::ops

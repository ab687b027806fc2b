// SPDX-License-Identifier: Apache-2.0
// Definition of tensor_scatter: the result has the cache's type and shape.
#include "ops/tensor_scatter/tensor_scatter.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace tensor_scatter {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    Type const &cache = tensorType(c, 0), &update = tensorType(c, 1);
    if (update.dtype != cache.dtype)
        c.fail(Message::kOperandType, "the update has another type than the cache", toString(cache), toString(update));
    if (c.has(2))
        requireIndexType(c, 2);
    if (cache.ranked()) {
        int64_t const axis = c.axis(attrs.as<Attributes>().axis, cache.rank());
        if (axis == 0)
            c.fail(Message::kAxis, "a cache is written along another axis than that of the samples", "an axis above 0",
                   "0");
        if (update.ranked()) {
            c.requireRank(1, cache.rank(), cache.rank());
            for (size_t i = 0; i < update.dims->size(); ++i) {
                DimExpr const &a = (*cache.dims)[i], &b = (*update.dims)[i];
                bool const along = static_cast<int64_t>(i) == axis;
                if (a.isConst() && b.isConst() && (along ? b.value() > a.value() : a != b))
                    c.fail(Message::kShape, fmt::format("dim {} of the update does not fit the cache", i),
                           textOfDims(*cache.dims), textOfDims(*update.dims));
            }
        }
    }
    c.setOut(0, cache.dtype, cache.dims);
}

} // namespace
} // namespace tensor_scatter

void tensor_scatter_op(KernelTable& table) {
    static OpDef const kOp{.name = "tensor_scatter",
                           .attrs = &attrType<tensor_scatter::Attributes>(),
                           .infer = tensor_scatter::infer,
                           .minInputs = 2,
                           .maxInputs = 3};
    table.add(kOp);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Definition of topk: two results, values and i64 indices.
#include "ops/topk/topk.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace topk {
namespace {

DimExpr countOf(InferContext& c, DimExpr const& dim) {
    Dims const* content = c.content(1);
    if (content == nullptr)
        return c.newSymbol(&dim);
    if (content->size() != 1)
        c.fail(Message::kShape, "the number of elements of a topk", "one number", textOfDims(*content));
    DimExpr const& k = (*content)[0];
    if (k.isConst() && (k.value() < 0 || (dim.isConst() && k.value() > dim.value())))
        c.fail(Message::kShape, fmt::format("the {} first of {} elements", k.value(), toText(dim)),
               fmt::format("0 to {}", toText(dim)), toText(k));
    return c.isNonNegative(k) ? k : min(max(0, k), dim);
}

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16, DType::kI8,  DType::kI16,
                                       DType::kI32, DType::kI64, DType::kU8,  DType::kU16,  DType::kU32, DType::kU64};
    c.requireType(0, kTypes);
    requireIndexType(c, 1);
    Type const& in = c.type(0);
    for (size_t i = 0; i < c.outputs(); ++i) { // a dim that only the data tell is a symbol of each result
        std::optional<Dims> dims = in.dims;
        if (in.ranked()) {
            DimExpr& dim = (*dims)[static_cast<size_t>(c.axis(attrs.as<Attributes>().axis, in.rank()))];
            dim = countOf(c, DimExpr(dim));
        }
        c.setOut(i, i == 0 ? in.dtype : DType::kI64, std::move(dims));
    }
}

} // namespace
} // namespace topk

void topk_op(KernelTable& table) {
    static OpDef const kOp{.name = "topk",
                           .attrs = &attrType<topk::Attributes>(),
                           .infer = topk::infer,
                           .minInputs = 2,
                           .maxInputs = 2,
                           .outputs = 2,
                           .shapeInputs = 1u << 1};
    table.add(kOp);
}

} // namespace tenon::ops

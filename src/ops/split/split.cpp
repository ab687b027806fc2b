// SPDX-License-Identifier: Apache-2.0
// Definition of split: as many results as the node lists.
#include "ops/split/split.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"
#include "shape/strided.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace split {
namespace {

constexpr int64_t kMostParts = 65536;

/// Sizes without operand 1: ceil(dim / parts) for all but the last ones, which take what is left.
Dims equalParts(InferContext& c, bool even, int64_t parts, DimExpr const& dim) {
    if (even) {
        if (dim.isConst() && dim.value() % parts != 0)
            c.fail(Message::kShape, fmt::format("a dim of {} does not split into {} equal parts", dim.value(), parts));
        return Dims(static_cast<size_t>(parts), floorDiv(dim, parts));
    }
    DimExpr const chunk = ceilDiv(dim, parts);
    Dims out;
    for (int64_t i = 0; i < parts; ++i)
        out.push_back(i == 0 ? chunk : min(chunk, max(0, dim - DimExpr(i) * chunk)));
    return out;
}

Dims givenParts(InferContext& c, int64_t parts, DimExpr const& dim) {
    requireIndexType(c, 1);
    Dims const* sizes = c.content(1);
    if (sizes == nullptr)
        return newSymbols(c, parts, &dim);
    if (static_cast<int64_t>(sizes->size()) != parts)
        c.fail(Message::kShape, fmt::format("{} sizes for {} results", sizes->size(), parts));
    DimExpr total = 0;
    for (DimExpr const& s : *sizes) {
        if (s.isConst() && s.value() < 0)
            c.fail(Message::kShape, "a part has a negative size", "sizes of 0 or more", textOfDims(*sizes));
        total = total + s;
    }
    if (total.isConst() && dim.isConst() && total != dim)
        c.fail(Message::kShape, "the sizes of the parts do not add up to the dim", toText(dim), textOfDims(*sizes));
    return *sizes;
}

/// Part of the operand's content from `first` on along the axis.
void partContent(InferContext& c, size_t result, size_t axis, int64_t first) {
    Dims const* content = c.content(0);
    if (content == nullptr || !keepsContent(c, result))
        return;
    auto const in = *numbersOf(*c.type(0).dims);
    auto strides = rowMajorStrides(in);
    int64_t const offset = first * strides[axis];
    setContent(c, result, Strided{*numbersOf(*c.out(result).type.dims), std::move(strides), offset}.pick(*content));
}

void infer(Attrs const& attrs, InferContext& c) {
    Type const& in = tensorType(c, 0);
    auto const& a = attrs.as<Attributes>();
    if (!in.ranked()) {
        for (size_t i = 0; i < c.outputs(); ++i)
            c.setOut(i, in.dtype, std::nullopt);
        return;
    }
    auto const axis = static_cast<size_t>(c.axis(a.axis, in.rank()));
    DimExpr const& dim = (*in.dims)[axis];
    int64_t const count = a.parts > 0 ? a.parts : static_cast<int64_t>(c.outputs());
    if (count < static_cast<int64_t>(c.outputs()) || count > kMostParts)
        c.fail(Message::kAttribute, "the number of parts of a split", fmt::format("{} to {}", c.outputs(), kMostParts),
               fmt::format("{}", count));
    Dims const parts = c.has(1) ? givenParts(c, count, dim) : equalParts(c, a.even, count, dim);
    DimExpr first = 0;
    for (size_t i = 0; i < c.outputs(); ++i) {
        Dims dims = *in.dims;
        dims[axis] = parts[i];
        c.setOut(i, in.dtype, std::move(dims));
        if (first.isConst())
            partContent(c, i, axis, first.value());
        first = first + parts[i];
    }
}

} // namespace
} // namespace split

void split_op(KernelTable& table) {
    static OpDef const kOp{.name = "split",
                           .attrs = &attrType<split::Attributes>(),
                           .infer = split::infer,
                           .minInputs = 1,
                           .maxInputs = 2,
                           .outputs = -1,
                           .shapeInputs = 1u << 1};
    table.add(kOp);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Definition of unsqueeze: dims of 1 at the axes in operand 1, which count in the result.
#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <algorithm>

namespace tenon::ops {
namespace unsqueeze {
namespace {

std::optional<Dims> result(InferContext& c) {
    Type const& in = c.type(0);
    auto const count = lengthOf(c, 1);
    if (!in.ranked() || !count)
        return std::nullopt;
    int64_t const rank = in.rank() + *count;
    auto const given = numbers(c, 1);
    if (!given)
        return newSymbols(c, rank);
    auto const axes = axesOf(c, *given, rank);
    Dims out;
    for (int64_t i = 0, next = 0; i < rank; ++i)
        out.push_back(std::find(axes.begin(), axes.end(), i) != axes.end() ? DimExpr(1)
                                                                           : (*in.dims)[static_cast<size_t>(next++)]);
    return out;
}

void infer(Attrs const&, InferContext& c) {
    DType const type = tensorType(c, 0).dtype;
    requireIndexType(c, 1);
    c.setOut(0, type, result(c));
    if (Dims const* content = c.content(0))
        setContent(c, 0, *content);
}

} // namespace
} // namespace unsqueeze

void unsqueeze_op(KernelTable& table) {
    static OpDef const kOp{.name = "unsqueeze",
                           .attrs = &attrType<NoAttrs>(),
                           .infer = unsqueeze::infer,
                           .minInputs = 2,
                           .maxInputs = 2,
                           .view = true,
                           .shapeInputs = 1u << 1};
    table.add(kOp);
}

} // namespace tenon::ops

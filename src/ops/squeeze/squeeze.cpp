// SPDX-License-Identifier: Apache-2.0
// Definition of squeeze: without the axes in operand 1, which have dim 1; without that operand, without all dims of 1.
#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::ops {
namespace squeeze {
namespace {

std::optional<Dims> withoutAxes(InferContext& c, Dims const& in, std::vector<int64_t> const& axes) {
    Dims out;
    for (size_t i = 0; i < in.size(); ++i) {
        if (std::find(axes.begin(), axes.end(), static_cast<int64_t>(i)) == axes.end())
            out.push_back(in[i]);
        else if (in[i].isConst() && !in[i].is(1))
            c.fail(Message::kShape, fmt::format("axis {} cannot be taken away", i), "a dim of 1", textOfDims(in));
    }
    return out;
}

std::optional<Dims> result(InferContext& c) {
    Type const& in = c.type(0);
    if (!in.ranked())
        return std::nullopt;
    if (!c.has(1)) { // a dim that is not known yet may turn out to be 1
        Dims out = *in.dims;
        std::erase_if(out, [](DimExpr const& d) { return d.is(1); });
        return in.isStatic() ? std::optional(std::move(out)) : std::nullopt;
    }
    if (auto axes = numbers(c, 1))
        return withoutAxes(c, *in.dims, axesOf(c, std::move(*axes), in.rank()));
    auto const count = lengthOf(c, 1);
    return count && *count <= in.rank() ? std::optional(newSymbols(c, in.rank() - *count)) : std::nullopt;
}

void infer(Attrs const&, InferContext& c) {
    DType const type = tensorType(c, 0).dtype;
    if (c.has(1))
        requireIndexType(c, 1);
    c.setOut(0, type, result(c));
    if (Dims const* content = c.content(0))
        setContent(c, 0, *content);
}

} // namespace
} // namespace squeeze

void squeeze_op(KernelTable& table) {
    static OpDef const kOp{.name = "squeeze",
                           .attrs = &attrType<NoAttrs>(),
                           .infer = squeeze::infer,
                           .minInputs = 1,
                           .maxInputs = 2,
                           .view = true,
                           .shapeInputs = 1u << 1};
    table.add(kOp);
}

} // namespace tenon::ops

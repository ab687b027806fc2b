// SPDX-License-Identifier: Apache-2.0
// Definition of gather: dims are data[:axis] + indices + data[axis+1:].
#include "ops/gather/gather.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace gather {
namespace {

/// The chosen elements of a small integer tensor of static dims.
std::optional<Dims> chosen(InferContext& c, Dims const& data, std::vector<int64_t> const& dims, size_t axis) {
    auto const indices = numbers(c, 1);
    if (!indices)
        return std::nullopt;
    int64_t outer = 1, inner = 1;
    for (size_t i = 0; i < dims.size(); ++i)
        if (i != axis)
            (i < axis ? outer : inner) *= dims[i];
    Dims out;
    for (int64_t o = 0; o < outer; ++o)
        for (int64_t index : *indices) {
            int64_t const at = index < 0 ? index + dims[axis] : index;
            for (int64_t i = 0; i < inner; ++i)
                out.push_back(data[static_cast<size_t>((o * dims[axis] + at) * inner + i)]);
        }
    return out;
}

void checkIndices(InferContext& c, DimExpr const& dim) {
    auto const indices = numbers(c, 1);
    if (!indices || !dim.isConst())
        return;
    for (int64_t index : *indices)
        if (index < -dim.value() || index >= dim.value())
            c.fail(Message::kIndexRange, fmt::format("gather: the index {} lies outside the axis", index),
                   fmt::format("{} to {}", -dim.value(), dim.value() - 1), fmt::format("{}", index));
}

void infer(Attrs const& attrs, InferContext& c) {
    Type const& data = tensorType(c, 0);
    Type const& indices = tensorType(c, 1);
    requireIndexType(c, 1);
    if (!data.ranked() || !indices.ranked())
        return c.setOut(0, data.dtype, std::nullopt);
    auto const axis = static_cast<size_t>(c.axis(attrs.as<Attributes>().axis, data.rank()));
    Dims const& from = *data.dims;
    checkIndices(c, from[axis]);
    auto const at = from.begin() + static_cast<std::ptrdiff_t>(axis);
    Dims out(from.begin(), at);
    out.insert(out.end(), indices.dims->begin(), indices.dims->end());
    out.insert(out.end(), at + 1, from.end());
    c.setOut(0, data.dtype, std::move(out));
    if (Dims const* content = c.content(0); content != nullptr && keepsContent(c, 0))
        if (auto result = chosen(c, *content, *numbersOf(from), axis))
            setContent(c, 0, std::move(*result));
}

} // namespace
} // namespace gather

void gather_op(KernelTable& table) {
    static OpDef const kOp{.name = "gather",
                           .attrs = &attrType<gather::Attributes>(),
                           .infer = gather::infer,
                           .minInputs = 2,
                           .maxInputs = 2};
    table.add(kOp);
}

} // namespace tenon::ops

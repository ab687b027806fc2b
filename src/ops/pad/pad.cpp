// SPDX-License-Identifier: Apache-2.0
// Definition of pad. Pads may be expressions.
#include "ops/pad/pad.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"
#include "shape/strided.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace pad {
namespace {

struct Pads {
    std::vector<DimExpr> begin, end; ///< of every axis
};

/// The axes that pads count for; absent when they are not known.
std::optional<std::vector<int64_t>> axesPadded(InferContext& c, int64_t rank) {
    std::vector<int64_t> axes;
    if (!c.has(3)) {
        for (int64_t i = 0; i < rank; ++i)
            axes.push_back(i);
        return axes;
    }
    requireIndexType(c, 3);
    auto given = numbers(c, 3);
    return given ? std::optional(axesOf(c, std::move(*given), rank)) : std::nullopt;
}

Pads padsOf(InferContext& c, Dims const& given, std::vector<int64_t> const& axes, size_t rank) {
    if (given.size() != 2 * axes.size())
        c.fail(Message::kShape, fmt::format("{} pads for {} axes", given.size(), axes.size()),
               "two pads for each axis");
    Pads p{std::vector<DimExpr>(rank), std::vector<DimExpr>(rank)};
    for (size_t i = 0; i < axes.size(); ++i) {
        p.begin[static_cast<size_t>(axes[i])] = given[i];
        p.end[static_cast<size_t>(axes[i])] = given[axes.size() + i];
    }
    return p;
}

Dims padded(InferContext& c, Dims dims, Pads const& pads, Mode mode) {
    for (size_t i = 0; i < dims.size(); ++i) {
        DimExpr const out = dims[i] + pads.begin[i] + pads.end[i];
        if (out.isConst() && out.value() < 0)
            c.fail(Message::kShape, fmt::format("pads take away more of axis {} than there is", i),
                   "a dim of 0 or more", toText(out));
        if (mode != Mode::kConstant && dims[i].is(0) && !out.is(0))
            c.fail(Message::kShape, fmt::format("axis {} is empty: there is nothing to pad it with", i),
                   "mode constant", std::string(nameOf(mode)));
        dims[i] = out;
    }
    return dims;
}

/// Pads of constants around content, in mode constant and along one axis: what shape arithmetic does.
void padContent(InferContext& c, Pads const& pads, Mode mode) {
    Dims const* content = c.content(0);
    if (content == nullptr || !keepsContent(c, 0) || c.type(0).rank() != 1 || !pads.begin[0].isConst() ||
        (c.has(2) && c.content(2) == nullptr))
        return;
    auto const dim = static_cast<int64_t>(content->size());
    Dims out;
    for (int64_t i = 0; i < (*c.out(0).type.dims)[0].value(); ++i) {
        int64_t const at = sourceOf(mode, i - pads.begin[0].value(), dim);
        out.push_back(at >= 0 ? (*content)[static_cast<size_t>(at)] : c.has(2) ? (*c.content(2))[0] : DimExpr(0));
    }
    setContent(c, 0, std::move(out));
}

void infer(Attrs const& attrs, InferContext& c) {
    Mode const mode = attrs.as<Attributes>().mode;
    Type const& in = tensorType(c, 0);
    requireIndexType(c, 1);
    if (c.has(2) && tensorType(c, 2).dtype != in.dtype)
        c.fail(Message::kOperandType, "the value has another type than the data", toString(in), toString(c.type(2)));
    if (!in.ranked())
        return c.setOut(0, in.dtype, std::nullopt);
    auto const axes = axesPadded(c, in.rank());
    Dims const* given = c.content(1);
    if (!axes || given == nullptr) {
        Dims dims = axes ? *in.dims : newSymbols(c, in.rank());
        for (int64_t a : axes ? *axes : std::vector<int64_t>())
            dims[static_cast<size_t>(a)] = c.newSymbol();
        return c.setOut(0, in.dtype, std::move(dims));
    }
    Pads const pads = padsOf(c, *given, *axes, in.dims->size());
    c.setOut(0, in.dtype, padded(c, *in.dims, pads, mode));
    padContent(c, pads, mode);
}

} // namespace
} // namespace pad

void pad_op(KernelTable& table) {
    static OpDef const kOp{.name = "pad",
                           .attrs = &attrType<pad::Attributes>(),
                           .infer = pad::infer,
                           .minInputs = 2,
                           .maxInputs = 4,
                           .shapeInputs = 1u << 1 | 1u << 3};
    table.add(kOp);
}

} // namespace tenon::ops

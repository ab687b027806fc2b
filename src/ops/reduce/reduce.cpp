// SPDX-License-Identifier: Apache-2.0
// Definition of reduce.
#include "ops/reduce/reduce.h"

#include "kernel/table.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace reduce {

std::string_view nameOf(Kind kind) noexcept {
    constexpr std::string_view kNames[] = {"sum", "mean", "max",     "min",         "prod",
                                           "l1",  "l2",   "log_sum", "log_sum_exp", "sum_square"};
    auto const i = static_cast<size_t>(kind);
    return i < std::size(kNames) ? kNames[i] : "unknown";
}

uint64_t reducedAxes(Attributes const& attrs, std::span<int64_t const> axes, size_t rank) noexcept {
    uint64_t const all = rank >= 64 ? ~uint64_t{0} : (uint64_t{1} << rank) - 1;
    if (axes.empty())
        return attrs.noAxesIsIdentity ? 0 : all;
    uint64_t mask = 0;
    for (int64_t axis : axes)
        mask |= uint64_t{1} << ((axis < 0 ? axis + static_cast<int64_t>(rank) : axis) & 63);
    return mask & all;
}

namespace {

std::vector<int64_t> axesOf(Attributes const& attrs, InferContext& c) {
    if (!c.has(1))
        return attrs.axes;
    Dims const* content = c.content(1);
    if (content == nullptr || !allConst(*content))
        c.fail(Message::kNeedsConstant, "the axes of a reduction are computed from data", "a constant",
               toString(c.type(1)));
    std::vector<int64_t> axes;
    for (DimExpr const& d : *content)
        axes.push_back(d.value());
    return axes;
}

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16, DType::kI32, DType::kI64,
                                       DType::kU32, DType::kU64, DType::kI8,  DType::kU8,   DType::kBool};
    auto const& a = attrs.as<Attributes>();
    bool const ordered = a.kind == Kind::kMax || a.kind == Kind::kMin;
    c.requireType(0, std::span(kTypes).first(ordered ? 11 : 8));
    DType const type = c.type(0).dtype;
    std::vector<int64_t> const axes = axesOf(a, c);
    if (!c.type(0).ranked()) {
        c.setOut(0, type, std::nullopt);
        return;
    }
    c.requireRank(0, 0, 63);
    Dims const& x = c.dims(0);
    for (int64_t axis : axes)
        c.axis(axis, static_cast<int64_t>(x.size()));
    uint64_t const mask = reducedAxes(a, axes, x.size());
    Dims out;
    for (size_t i = 0; i < x.size(); ++i)
        if ((mask >> i & 1) == 0)
            out.push_back(x[i]);
        else if (a.keepDims)
            out.emplace_back(1);
    c.setOut(0, type, std::move(out));
}

} // namespace
} // namespace reduce

void reduce_op(KernelTable& table) {
    static OpDef const kOp{.name = "reduce",
                           .attrs = &attrType<reduce::Attributes>(),
                           .infer = reduce::infer,
                           .maxInputs = 2,
                           .shapeInputs = 1u << 1};
    table.add(kOp);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Definition of reshape. A target element that is an expression is a dim as it stands: only the constants 0 and -1 are
// special.
#include "ops/reshape/reshape.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace reshape {
namespace {

/// The volumes must be equal: checked where both are numbers. `open` is the place of -1, if any.
void checkVolume(InferContext& c, DimExpr const& total, Dims const& out, std::optional<size_t> open) {
    DimExpr const rest = volume(out);
    bool const known = total.isConst() && rest.isConst();
    if (open && rest.is(0))
        c.fail(Message::kShape, "a dim of -1 beside a dim of 0 has no solution", "no 0 beside -1", textOfDims(out));
    if (known && (open ? total.value() % rest.value() != 0 : total != rest))
        c.fail(Message::kShape, fmt::format("{} elements do not fit the new dims", total.value()),
               fmt::format("dims whose product {} {}", open ? "divides" : "is", total.value()),
               fmt::format("{}{}", textOfDims(out), open ? " (with 1 in the place of -1)" : ""));
}

/// An element that only the data tell may be 0 or -1 as well.
bool mayBeSpecial(InferContext const& c, DimExpr const& e) {
    bool any = false;
    e.forEachSymbol([&](SymbolId s) { any = any || c.rangeOf(s).lo < 0; });
    return any;
}

/// The dim that target element i means; 1 in the place of -1, which goes into `open` where it is a known number.
DimExpr dimOf(InferContext& c, bool allowZero, Dims const& target, size_t i, std::optional<size_t>& open) {
    Type const& in = c.type(0);
    DimExpr const& e = target[i];
    bool const copies = in.ranked() && i < in.dims->size() && !allowZero;
    if (!e.isConst() && mayBeSpecial(c, e)) {
        DimExpr const dim = copies ? select(equal(e, 0), (*in.dims)[i], e) : e;
        return select(less(e, 0), 1, dim);
    }
    if (e.is(-1)) {
        if (open)
            c.fail(Message::kShape, "the new dims hold -1 more than once", "at most one -1", textOfDims(target));
        open = i;
        return 1;
    }
    if (e.isConst() && e.value() < 0)
        c.fail(Message::kShape, "a new dim is negative", "dims of -1 or more", textOfDims(target));
    if (!e.is(0) || allowZero)
        return e;
    if (in.ranked() && !copies)
        c.fail(Message::kShape, fmt::format("new dim {} copies a dim that the operand does not have", i),
               fmt::format("0 among the first {} dims", in.dims->size()), textOfDims(target));
    return copies ? (*in.dims)[i] : c.newSymbol();
}

Dims resolve(InferContext& c, bool allowZero, Dims const& target) {
    std::optional<size_t> open;
    Dims out;
    for (size_t i = 0; i < target.size(); ++i)
        out.push_back(dimOf(c, allowZero, target, i, open));
    Type const& in = c.type(0);
    if (!in.ranked()) {
        if (open)
            out[*open] = c.newSymbol();
        return out;
    }
    DimExpr const total = volume(*in.dims);
    checkVolume(c, total, out, open);
    DimExpr const solved = floorDiv(total, volume(out));
    for (size_t i = 0; i < out.size(); ++i)
        if (open == i)
            out[i] = solved;
        else if (!target[i].isConst() && mayBeSpecial(c, target[i]))
            out[i] = select(less(target[i], 0), solved, out[i]);
    return out;
}

void infer(Attrs const& attrs, InferContext& c) {
    Type const& in = tensorType(c, 0);
    requireIndexType(c, 1);
    auto const count = lengthOf(c, 1);
    if (Dims const* target = c.content(1)) {
        c.setOut(0, in.dtype, resolve(c, attrs.as<Attributes>().allowzero, *target));
    } else if (!count) {
        c.setOut(0, in.dtype, std::nullopt);
    } else if (*count == 1 && in.ranked()) {
        c.setOut(0, in.dtype, Dims{volume(*in.dims)});
    } else {
        DimExpr const total = in.ranked() ? volume(*in.dims) : DimExpr(0);
        c.setOut(0, in.dtype, newSymbols(c, *count, in.ranked() ? &total : nullptr));
    }
    if (Dims const* content = c.content(0))
        setContent(c, 0, *content);
}

} // namespace
} // namespace reshape

void reshape_op(KernelTable& table) {
    static OpDef const kOp{.name = "reshape",
                           .attrs = &attrType<reshape::Attributes>(),
                           .infer = reshape::infer,
                           .minInputs = 2,
                           .maxInputs = 2,
                           .view = true,
                           .shapeInputs = 1u << 1};
    table.add(kOp);
}

} // namespace tenon::ops

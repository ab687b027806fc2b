// SPDX-License-Identifier: Apache-2.0
// Definition of reshape. A target element that is an expression is a dim as it stands: only the constants 0 and -1 are
// special.
#include "ops/reshape/reshape.h"

#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace reshape {
namespace {

/// Puts the dim in the place of -1 so that the volumes are equal; checks them where both are numbers.
void balance(InferContext& c, Dims const& in, Dims& out, std::optional<size_t> open) {
    DimExpr const total = volume(in);
    DimExpr const rest = volume(out);
    bool const known = total.isConst() && rest.isConst();
    if (open && rest.is(0))
        c.fail(Message::kShape, "a dim of -1 beside a dim of 0 has no solution", "no 0 beside -1", textOfDims(out));
    if (known && (open ? total.value() % rest.value() != 0 : total != rest))
        c.fail(Message::kShape, fmt::format("{} elements do not fit the new dims", total.value()),
               fmt::format("dims whose product {} {}", open ? "divides" : "is", total.value()),
               fmt::format("{}{}", textOfDims(out), open ? " (with 1 in the place of -1)" : ""));
    if (open)
        out[*open] = floorDiv(total, rest);
}

Dims resolve(InferContext& c, bool allowZero, Dims out) {
    Type const& in = c.type(0);
    std::optional<size_t> open;
    for (size_t i = 0; i < out.size(); ++i) {
        if (out[i].is(-1)) {
            if (open)
                c.fail(Message::kShape, "the new dims hold -1 more than once", "at most one -1", textOfDims(out));
            open = i;
            out[i] = 1;
        } else if (out[i].is(0) && !allowZero) {
            if (in.ranked() && i >= in.dims->size())
                c.fail(Message::kShape, fmt::format("new dim {} copies a dim that the operand does not have", i),
                       fmt::format("0 among the first {} dims", in.dims->size()), textOfDims(out));
            out[i] = in.ranked() ? (*in.dims)[i] : c.newSymbol();
        } else if (out[i].isConst() && out[i].value() < 0) {
            c.fail(Message::kShape, "a new dim is negative", "dims of -1 or more", textOfDims(out));
        }
    }
    if (in.ranked())
        balance(c, *in.dims, out, open);
    else if (open)
        out[*open] = c.newSymbol();
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
                           .view = true};
    table.add(kOp);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Definition of expand: the operand and the target shape in operand 1 broadcast to one another.
#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"
#include "shape/strided.h"

namespace tenon::ops {
namespace expand {
namespace {

/// Dims where only the length of the target is known: a dim over 1 stays, any other may grow.
Dims unknownTarget(InferContext& c, Dims const& in, int64_t count) {
    Dims out(std::max(in.size(), static_cast<size_t>(count)));
    for (size_t i = 0; i < out.size(); ++i) {
        size_t const missing = out.size() - in.size();
        bool const fixed = i >= missing && in[i - missing].isConst() && !in[i - missing].is(1);
        out[i] = fixed ? in[i - missing] : c.newSymbol();
    }
    return out;
}

void expandContent(InferContext& c) {
    Dims const* content = c.content(0);
    if (content == nullptr || !keepsContent(c, 0))
        return;
    std::vector<int64_t> const in = *numbersOf(*c.type(0).dims);
    setContent(c, 0, expanded(in, *numbersOf(*c.out(0).type.dims)).pick(*content));
}

void infer(Attrs const&, InferContext& c) {
    Type const& in = tensorType(c, 0);
    requireIndexType(c, 1);
    auto const count = lengthOf(c, 1);
    Dims const* target = c.content(1);
    if (!in.ranked() || (target == nullptr && !count))
        return c.setOut(0, in.dtype, std::nullopt);
    if (target == nullptr)
        return c.setOut(0, in.dtype, unknownTarget(c, *in.dims, *count));
    for (DimExpr const& d : *target)
        if (d.isConst() && d.value() < 0)
            c.fail(Message::kShape, "a target dim is negative", "dims of 0 or more", textOfDims(*target));
    c.setOut(0, in.dtype, broadcast(*in.dims, *target));
    expandContent(c);
}

} // namespace
} // namespace expand

void expand_op(KernelTable& table) {
    static OpDef const kOp{.name = "expand",
                           .attrs = &attrType<NoAttrs>(),
                           .infer = expand::infer,
                           .minInputs = 2,
                           .maxInputs = 2,
                           .shapeInputs = 1u << 1};
    table.add(kOp);
}

} // namespace tenon::ops

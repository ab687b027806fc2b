// SPDX-License-Identifier: Apache-2.0
// ConvInteger: the convolution of (x - zero of x) with (w - zero of w), 8-bit integers, in 32 bits. Operands: x, w, and
// the optional zero points of x (one) and w (one, or one for each output channel), of their types.
#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/convolution.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace conv_integer {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kU8, DType::kI8};
    c.requireType(0, kTypes);
    c.requireType(1, kTypes);
    for (size_t i : {size_t{2}, size_t{3}}) {
        if (!c.has(i))
            continue;
        DType const type = c.type(i - 2).dtype;
        c.requireType(i, {&type, 1});
        if (!c.type(i).ranked())
            continue;
        c.requireRank(i, 0, 1);
        DimExpr const count = volume(c.dims(i));
        DimExpr const channels = i == 3 ? c.dims(1)[0] : DimExpr(1);
        if (count.isConst() && channels.isConst() && !count.is(1) && count != channels)
            c.fail(Message::kShape, fmt::format("operand {} has another number of zero points than it may have", i),
                   i == 2 ? "one" : fmt::format("one, or {}", channels.value()), fmt::format("{}", count.value()));
    }
    inferConvolution(attrs.as<Convolution>(), c, DType::kI32, false);
}

} // namespace
} // namespace conv_integer

void conv_integer_op(KernelTable& table) {
    static OpDef const kOp{.name = "conv_integer",
                           .attrs = &attrType<Convolution>(),
                           .infer = conv_integer::infer,
                           .minInputs = 2,
                           .maxInputs = 4};
    table.add(kOp);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Definition of conv: the result's dims over symbolic batch and spatial dims.
#include "ops/conv/conv.h"

#include "kernel/table.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace conv {
namespace {

constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};

void requireSame(InferContext& c, DimExpr const& a, DimExpr const& b, std::string what) {
    if (a.isConst() && b.isConst() && !(a == b))
        c.fail(Message::kShape, std::move(what), textOfDims({&a, 1}), textOfDims({&b, 1}));
}

int64_t kernelDim(InferContext& c, Attributes const& a, Dims const& w, size_t axis) {
    DimExpr const& given = w[axis + 2];
    if (!a.window.kernel.empty()) {
        requireSame(c, a.window.kernel[axis], given,
                    fmt::format("kernel_shape and the weights differ on spatial axis {}", axis));
        return a.window.kernel[axis];
    }
    if (!given.isConst())
        c.fail(Message::kShape, "the kernel's size is not known",
               "weights of constant dims or the attribute kernel_shape", textOfDims(w));
    return given.value();
}

void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Attributes>();
    c.requireType(0, kTypes);
    DType const type = c.type(0).dtype;
    c.requireType(1, {&type, 1});
    if (c.has(2))
        c.requireType(2, {&type, 1});
    Dims const& w = c.dims(1);
    c.requireRank(1, 3, 8);
    size_t const rank = w.size(), axes = rank - 2;
    a.window.check(axes);
    if (a.group < 1)
        c.fail(Message::kAttribute, "group must be positive", "1 or more", fmt::format("{}", a.group));
    if (!c.type(0).ranked()) {
        c.setOut(0, type, std::nullopt);
        return;
    }
    c.requireRank(0, static_cast<int64_t>(rank), static_cast<int64_t>(rank));
    Dims const& x = c.dims(0);
    requireSame(c, w[1] * a.group, x[1], "the input's channels are not group times the weights' channels");
    if (w[0].isConst() && w[0].value() % a.group != 0)
        c.fail(Message::kShape, "the output channels cannot be shared out among the groups",
               fmt::format("a multiple of {}", a.group), fmt::format("{}", w[0].value()));
    if (c.has(2) && c.type(2).ranked()) {
        c.requireRank(2, 1, 1);
        requireSame(c, w[0], c.dims(2)[0], "the bias has another length than there are output channels");
    }
    Dims out{x[0], w[0]};
    for (size_t i = 0; i < axes; ++i) {
        out.push_back(a.window.outDim(i, axes, kernelDim(c, a, w, i), x[i + 2]));
        if (out.back().isConst() && out.back().value() < 1 && !x[i + 2].is(0))
            c.fail(Message::kShape, fmt::format("the kernel is larger than the padded input on spatial axis {}", i), {},
                   fmt::format("input {}, weights {}", textOfDims(x), textOfDims(w)));
    }
    c.setOut(0, type, std::move(out));
}

} // namespace
} // namespace conv

void conv_op(KernelTable& table) {
    static OpDef const kOp{
        .name = "conv", .attrs = &attrType<conv::Attributes>(), .infer = conv::infer, .minInputs = 2, .maxInputs = 3};
    table.add(kOp);
}

} // namespace tenon::ops

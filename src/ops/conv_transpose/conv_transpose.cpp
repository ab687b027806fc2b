// SPDX-License-Identifier: Apache-2.0
// Definition of conv_transpose.
#include "ops/conv_transpose/conv_transpose.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::ops {
namespace conv_transpose {

WindowAxis Attributes::axis(size_t i, size_t axes, int64_t kernelDim, int64_t given) const noexcept {
    WindowAxis w;
    w.out = given;
    w.kernel = kernelDim;
    w.stride = window.strides.empty() ? 1 : window.strides[i];
    w.dilation = window.dilations.empty() ? 1 : window.dilations[i];
    int64_t const more = outputPadding.empty() ? 0 : outputPadding[i];
    int64_t const full = w.stride * (given - 1) + w.extent() + more;
    bool const same = window.autoPad == AutoPad::kSameUpper || window.autoPad == AutoPad::kSameLower;
    if (same || !outputShape.empty()) {
        w.in = outputShape.empty() ? given * w.stride : outputShape[i];
        int64_t const total = std::max<int64_t>(full - w.in, 0);
        w.before = window.autoPad == AutoPad::kSameUpper ? total / 2 : total - total / 2;
        w.after = total - w.before;
        return w;
    }
    if (window.autoPad == AutoPad::kExplicit && !window.pads.empty()) {
        w.before = window.pads[i];
        w.after = window.pads[i + axes];
    }
    w.in = std::max<int64_t>(full - w.before - w.after, 0);
    return w;
}

DimExpr Attributes::outDim(size_t i, size_t axes, int64_t kernelDim, DimExpr const& given) const {
    if (given.isConst())
        return axis(i, axes, kernelDim, given.value()).in;
    if (!outputShape.empty())
        return outputShape[i];
    int64_t const stride = window.strides.empty() ? 1 : window.strides[i];
    if (window.autoPad == AutoPad::kSameUpper || window.autoPad == AutoPad::kSameLower)
        return given * stride;
    return given * stride + (axis(i, axes, kernelDim, 1 << 20).in - stride * (int64_t{1} << 20));
}

namespace {

void requireSame(InferContext& c, DimExpr const& a, DimExpr const& b, char const* what) {
    if (a.isConst() && b.isConst() && a != b)
        c.fail(Message::kShape, what, textOfDims({&a, 1}), textOfDims({&b, 1}));
}

void check(InferContext& c, Attributes const& a, size_t axes) {
    a.window.check(axes);
    auto list = [&](std::vector<int64_t> const& values, char const* name) {
        if (!values.empty() && (values.size() != axes || std::any_of(values.begin(), values.end(),
                                                                     [](int64_t v) { return v < 0 || v > INT32_MAX; })))
            c.fail(Message::kAttribute, fmt::format("the {} of a transposed convolution", name),
                   fmt::format("{} numbers of 0 or more", axes), fmt::format("{} numbers", values.size()));
    };
    list(a.outputPadding, "output_padding");
    list(a.outputShape, "output_shape");
    if (a.group < 1)
        c.fail(Message::kAttribute, "group must be positive", "1 or more", fmt::format("{}", a.group));
}

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};
    auto const& a = attrs.as<Attributes>();
    c.requireType(0, kTypes);
    DType const type = c.type(0).dtype;
    c.requireType(1, {&type, 1});
    if (c.has(2))
        c.requireType(2, {&type, 1});
    if (!c.type(0).ranked() || !c.type(1).ranked()) {
        c.setOut(0, type, std::nullopt);
        return;
    }
    c.requireRank(1, 3, 8);
    c.requireRank(0, c.type(1).rank(), c.type(1).rank());
    Dims const &x = c.dims(0), &w = c.dims(1);
    size_t const axes = w.size() - 2;
    check(c, a, axes);
    requireSame(c, w[0], x[1], "the input has another number of channels than the weights");
    if (w[0].isConst() && w[0].value() % a.group != 0)
        c.fail(Message::kShape, "the input channels cannot be shared out among the groups",
               fmt::format("a multiple of {}", a.group), fmt::format("{}", w[0].value()));
    if (c.has(2) && c.type(2).ranked()) {
        c.requireRank(2, 1, 1);
        requireSame(c, w[1] * a.group, c.dims(2)[0], "the bias has another length than there are output channels");
    }
    Dims out{x[0], w[1] * a.group};
    for (size_t i = 0; i < axes; ++i) {
        DimExpr const kernel = a.window.kernel.empty() ? w[i + 2] : DimExpr(a.window.kernel[i]);
        if (!kernel.isConst())
            c.fail(Message::kShape, "the kernel's size is not known",
                   "weights of constant dims or the attribute kernel_shape", textOfDims(w));
        requireSame(c, kernel, w[i + 2], "kernel_shape and the weights differ");
        out.push_back(a.outDim(i, axes, kernel.value(), x[i + 2]));
    }
    c.setOut(0, type, std::move(out));
}

} // namespace
} // namespace conv_transpose

void conv_transpose_op(KernelTable& table) {
    static OpDef const kOp{.name = "conv_transpose",
                           .attrs = &attrType<conv_transpose::Attributes>(),
                           .infer = conv_transpose::infer,
                           .minInputs = 2,
                           .maxInputs = 3};
    table.add(kOp);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
#include "shape/convolution.h"

#include <fmt/format.h>

namespace tenon {
namespace {

void requireSame(InferContext& c, DimExpr const& a, DimExpr const& b, std::string what) {
    if (a.isConst() && b.isConst() && !(a == b))
        c.fail(Message::kShape, std::move(what), textOfDims({&a, 1}), textOfDims({&b, 1}));
}

int64_t kernelDim(InferContext& c, Convolution const& a, Dims const& w, size_t axis) {
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

} // namespace

void inferConvolution(Convolution const& a, InferContext& c, DType result, bool bias) {
    Dims const& w = c.dims(1);
    c.requireRank(1, 3, 8);
    size_t const rank = w.size(), axes = rank - 2;
    a.window.check(axes);
    if (a.group < 1)
        c.fail(Message::kAttribute, "group must be positive", "1 or more", fmt::format("{}", a.group));
    if (!c.type(0).ranked()) {
        c.setOut(0, result, std::nullopt);
        return;
    }
    c.requireRank(0, static_cast<int64_t>(rank), static_cast<int64_t>(rank));
    Dims const& x = c.dims(0);
    requireSame(c, w[1] * a.group, x[1], "the input's channels are not group times the weights' channels");
    if (w[0].isConst() && w[0].value() % a.group != 0)
        c.fail(Message::kShape, "the output channels cannot be shared out among the groups",
               fmt::format("a multiple of {}", a.group), fmt::format("{}", w[0].value()));
    if (bias && c.type(2).ranked()) {
        c.requireRank(2, 1, 1);
        requireSame(c, w[0], c.dims(2)[0], "the bias has another length than there are output channels");
    }
    Dims out{x[0], w[0]};
    for (size_t i = 0; i < axes; ++i)
        out.push_back(a.window.outDim(i, axes, kernelDim(c, a, w, i), x[i + 2]));
    c.setOut(0, result, std::move(out));
}

ConvolutionTaps::ConvolutionTaps(Convolution const& attrs, std::span<int64_t const> x, std::span<int64_t const> w) {
    size_t const axes = x.size() - 2;
    std::vector<WindowAxis> window;
    for (size_t i = 0; i < axes; ++i) {
        window.push_back(attrs.window.resolve(i, axes, w[i + 2], x[i + 2]));
        positions *= window[i].out;
        taps *= window[i].kernel;
        inSize *= window[i].in;
    }
    offset.resize(static_cast<size_t>(positions * taps));
    for (int64_t p = 0; p < positions; ++p)
        for (int64_t t = 0; t < taps; ++t)
            offset[static_cast<size_t>(p * taps + t)] = locate(window, p, t);
}

int64_t ConvolutionTaps::locate(std::vector<WindowAxis> const& window, int64_t p, int64_t t) {
    int64_t at = 0, step = 1;
    for (size_t i = window.size(); i-- > 0;) {
        WindowAxis const& a = window[i];
        int64_t const in = a.at(p % a.out, t % a.kernel);
        if (in < 0 || in >= a.in)
            return -1;
        at += in * step;
        step *= a.in;
        p /= a.out;
        t /= a.kernel;
    }
    return at;
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Reference conv_transpose: every element of the input adds to its window, in double.
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/conv_transpose/conv_transpose.h"

#include <algorithm>

namespace tenon::ops {
namespace conv_transpose {
namespace {

/// Where tap t of input position p lands in the output, or -1 outside.
int64_t landing(std::vector<WindowAxis> const& window, int64_t p, int64_t t) {
    int64_t at = 0, step = 1;
    for (size_t i = window.size(); i-- > 0;) {
        WindowAxis const& a = window[i];
        int64_t const to = a.at(p % a.out, t % a.kernel);
        if (to < 0 || to >= a.in)
            return -1;
        at += to * step;
        step *= a.in;
        p /= a.out;
        t /= a.kernel;
    }
    return at;
}

bool run(Attributes const& attrs, Args const& args) {
    Tensor const &x = args.inputs[0], &w = args.inputs[1], &y = args.outputs[0];
    auto const axes = static_cast<size_t>(x.rank) - 2;
    if (!attrs.fits(x.dims[1], w.dims[0], w.dims[1], args.has(2) ? args.inputs[2].elements() : -1))
        return args.failure->set(Message::kShape, "conv_transpose: the channels of the operands do not fit");
    std::vector<WindowAxis> window;
    int64_t positions = 1, taps = 1, outSize = 1;
    for (size_t i = 0; i < axes; ++i) {
        window.push_back(attrs.axis(i, axes, w.dims[i + 2], x.dims[i + 2]));
        positions *= window[i].out;
        taps *= window[i].kernel;
        outSize *= window[i].in;
    }
    int64_t const channels = x.dims[1], perGroup = w.dims[1], out = perGroup * attrs.group,
                  inGroup = channels / attrs.group;
    std::vector<double> const weights = numbersOf(w);
    std::vector<double> sums(static_cast<size_t>(out * outSize));
    for (int64_t n = 0; n < x.dims[0]; ++n) {
        for (int64_t o = 0; o < out; ++o)
            std::fill_n(sums.begin() + o * outSize, outSize, args.has(2) ? numberAt(args.inputs[2], o) : 0.0);
        for (int64_t c = 0; c < channels; ++c)
            for (int64_t p = 0; p < positions; ++p) {
                double const value = numberAt(x, (n * channels + c) * positions + p);
                for (int64_t t = 0; t < taps; ++t)
                    if (int64_t const to = landing(window, p, t); to >= 0)
                        for (int64_t o = 0; o < perGroup; ++o)
                            sums[static_cast<size_t>((c / inGroup * perGroup + o) * outSize + to)] +=
                                value * weights[static_cast<size_t>((c * perGroup + o) * taps + t)];
            }
        for (size_t i = 0; i < sums.size(); ++i)
            setNumber(y, n * out * outSize + static_cast<int64_t>(i), sums[i]);
    }
    return true;
}

} // namespace
} // namespace conv_transpose

void conv_transpose_ref(KernelTable& table) {
    table.add(referenceKernel<conv_transpose::Attributes>("conv_transpose", "conv_transpose.ref", conv_transpose::run));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Reference conv_integer: all taps that lie inside the input, in 32 bits, which wrap.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "shape/convolution.h"

namespace tenon::ops {
namespace conv_integer {
namespace {

std::vector<int32_t> less(Args const& args, size_t operand) {
    Tensor const& t = args.inputs[operand];
    size_t const zero = operand + 2;
    int64_t const zeros = args.has(zero) ? args.inputs[zero].elements() : 0, count = t.elements();
    std::vector<int32_t> out;
    for (int64_t i = 0; i < count; ++i) {
        int64_t const z = zeros == 0 ? 0 : integerAt(args.inputs[zero], zeros == 1 ? 0 : i / (count / zeros));
        out.push_back(static_cast<int32_t>(integerAt(t, i) - z));
    }
    return out;
}

bool run(Convolution const& attrs, Args const& args) {
    Tensor const &x = args.inputs[0], &w = args.inputs[1];
    ConvolutionTaps const taps(attrs, x.shape(), w.shape());
    std::vector<int32_t> const image = less(args, 0), filter = less(args, 1);
    auto* to = args.outputs[0].as<int32_t>();
    int64_t const perGroup = w.dims[1], out = w.dims[0], outPerGroup = out / attrs.group;
    for (int64_t n = 0; n < x.dims[0]; ++n)
        for (int64_t o = 0; o < out; ++o) {
            int32_t const* const from = image.data() + (n * x.dims[1] + o / outPerGroup * perGroup) * taps.inSize;
            int32_t const* const weights = filter.data() + o * perGroup * taps.taps;
            for (int64_t p = 0; p < taps.positions; ++p) {
                int64_t const* const at = taps.offset.data() + p * taps.taps;
                uint32_t sum = 0;
                for (int64_t c = 0; c < perGroup; ++c)
                    for (int64_t t = 0; t < taps.taps; ++t)
                        if (at[t] >= 0)
                            sum += static_cast<uint32_t>(from[c * taps.inSize + at[t]] * weights[c * taps.taps + t]);
                *to++ = static_cast<int32_t>(sum);
            }
        }
    return true;
}

} // namespace
} // namespace conv_integer

void conv_integer_ref(KernelTable& table) {
    table.add(referenceKernel<Convolution>("conv_integer", "conv_integer.ref", conv_integer::run));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Reference conv: for each output element, all taps that lie inside the input, summed in double; any number of spatial
// axes.
#include "base/half.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/conv/conv.h"

namespace tenon::ops {
namespace conv {
namespace {

template <class T>
void compute(Attributes const& attrs, Args const& args) {
    Tensor const &x = args.inputs[0], &w = args.inputs[1], &y = args.outputs[0];
    T const* const bias = args.has(2) ? args.inputs[2].as<T const>() : nullptr;
    ConvolutionTaps const taps(attrs, x.shape(), w.shape());
    int64_t const perGroup = w.dims[1], out = w.dims[0], outPerGroup = out / attrs.group;
    for (int64_t n = 0; n < x.dims[0]; ++n)
        for (int64_t o = 0; o < out; ++o) {
            T const* const image = x.as<T const>() + (n * x.dims[1] + o / outPerGroup * perGroup) * taps.inSize;
            T const* const filter = w.as<T const>() + o * perGroup * taps.taps;
            T* const to = y.as<T>() + (n * out + o) * taps.positions;
            for (int64_t p = 0; p < taps.positions; ++p) {
                int64_t const* const at = taps.offset.data() + p * taps.taps;
                double sum = bias != nullptr ? static_cast<double>(bias[o]) : 0.0;
                for (int64_t c = 0; c < perGroup; ++c)
                    for (int64_t t = 0; t < taps.taps; ++t)
                        if (at[t] >= 0)
                            sum += static_cast<double>(image[c * taps.inSize + at[t]]) *
                                   static_cast<double>(filter[c * taps.taps + t]);
                if constexpr (std::is_same_v<T, double>)
                    to[p] = sum;
                else
                    to[p] = T(static_cast<float>(sum));
            }
        }
}

bool run(Attributes const& attrs, Args const& args) {
    return withType(args.inputs[0].dtype, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (!std::is_integral_v<T>)
            compute<T>(attrs, args);
    });
}

} // namespace
} // namespace conv

void conv_ref(KernelTable& table) {
    table.add(referenceKernel<conv::Attributes>("conv", "conv.ref", conv::run));
}

} // namespace tenon::ops

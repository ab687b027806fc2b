// SPDX-License-Identifier: Apache-2.0
// Reference softmax: three passes over each line in double.
#include "base/half.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/softmax/softmax.h"

#include <algorithm>
#include <cmath>

namespace tenon::ops {
namespace softmax {
namespace {

template <class T>
void line(T const* x, T* y, int64_t count, int64_t stride, bool logarithm) {
    double top = -INFINITY;
    for (int64_t i = 0; i < count; ++i) {
        double const v = static_cast<double>(x[i * stride]);
        top = v > top || std::isnan(v) ? v : top;
    }
    double sum = 0;
    for (int64_t i = 0; i < count; ++i)
        sum += std::exp(static_cast<double>(x[i * stride]) - top);
    for (int64_t i = 0; i < count; ++i) {
        double const shifted = static_cast<double>(x[i * stride]) - top;
        y[i * stride] = T(static_cast<float>(logarithm ? shifted - std::log(sum) : std::exp(shifted) / sum));
    }
}

bool run(Attributes const& a, Args const& args) {
    Tensor const& in = args.inputs[0];
    auto const axis = static_cast<size_t>(a.axis < 0 ? a.axis + in.rank : a.axis);
    int64_t outer = 1, count = 1, inner = 1;
    for (size_t i = 0; i < static_cast<size_t>(in.rank); ++i)
        (i < axis ? outer : (i == axis || a.coerced ? count : inner)) *= in.dims[i];
    return withType(in.dtype, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (!std::is_integral_v<T>)
            for (int64_t o = 0; o < outer; ++o)
                for (int64_t i = 0; i < inner; ++i) {
                    int64_t const at = o * count * inner + i;
                    line(in.as<T const>() + at, args.outputs[0].as<T>() + at, count, inner, a.log);
                }
    });
}

} // namespace
} // namespace softmax

void softmax_ref(KernelTable& table) {
    table.add(referenceKernel<softmax::Attributes>("softmax", "softmax.ref", softmax::run));
}

} // namespace tenon::ops

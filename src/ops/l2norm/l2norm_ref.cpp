// SPDX-License-Identifier: Apache-2.0
// Reference l2norm: the sum in double, then the division.
#include "base/half.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/l2norm/l2norm.h"

#include <cmath>

namespace tenon::ops {
namespace l2norm {
namespace {

template <class T>
void line(Attributes const& attrs, T const* x, T* y, int64_t count, int64_t stride) {
    double sum = 0;
    for (int64_t i = 0; i < count; ++i) {
        auto const v = static_cast<double>(x[i * stride]);
        sum += attrs.p == 2 ? v * v : std::abs(v);
    }
    double const d = divisor(attrs, sum);
    for (int64_t i = 0; i < count; ++i) {
        double const v = d == 0 ? 0.0 : static_cast<double>(x[i * stride]) / d;
        if constexpr (std::is_same_v<T, double>)
            y[i * stride] = v;
        else
            y[i * stride] = T(static_cast<float>(v));
    }
}

bool run(Attributes const& attrs, Args const& args) {
    Tensor const& x = args.inputs[0];
    auto const axis = static_cast<size_t>(attrs.axis < 0 ? attrs.axis + x.rank : attrs.axis);
    int64_t outer = 1, inner = 1;
    for (size_t i = 0; i < static_cast<size_t>(x.rank); ++i)
        if (i != axis)
            (i < axis ? outer : inner) *= x.dims[i];
    int64_t const count = x.dims[axis];
    return withType(x.dtype, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (!std::is_integral_v<T>)
            for (int64_t o = 0; o < outer; ++o)
                for (int64_t i = 0; i < inner; ++i) {
                    int64_t const at = o * count * inner + i;
                    line(attrs, x.as<T const>() + at, args.outputs[0].as<T>() + at, count, inner);
                }
    });
}

} // namespace
} // namespace l2norm

void l2norm_ref(KernelTable& table) {
    table.add(referenceKernel<l2norm::Attributes>("l2norm", "l2norm.ref", l2norm::run));
}

} // namespace tenon::ops

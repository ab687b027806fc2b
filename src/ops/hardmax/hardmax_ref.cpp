// SPDX-License-Identifier: Apache-2.0
// Reference hardmax. NaN counts as the largest; of several the first wins.
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/hardmax/hardmax.h"

#include <cmath>

namespace tenon::ops {
namespace hardmax {
namespace {

template <class T>
void line(T const* x, T* y, int64_t count, int64_t stride) {
    int64_t best = 0;
    for (int64_t i = 0; i < count; ++i) {
        auto const value = static_cast<double>(x[i * stride]), top = static_cast<double>(x[best * stride]);
        if (value > top || (std::isnan(value) && !std::isnan(top)))
            best = i;
        y[i * stride] = T(0.0f);
    }
    if (count > 0)
        y[best * stride] = T(1.0f);
}

bool run(Attributes const& a, Args const& args) {
    Tensor const& x = args.inputs[0];
    size_t const axis = axisOf(a.axis, x.rank), last = a.coerced ? static_cast<size_t>(x.rank) : axis + 1;
    int64_t const outer = product(x.shape(), 0, axis), count = product(x.shape(), axis, last),
                  inner = product(x.shape(), last, x.shape().size());
    return withType(x.dtype, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (!std::is_integral_v<T>)
            for (int64_t i = 0; i < outer * inner; ++i) {
                int64_t const at = i / inner * count * inner + i % inner;
                line(x.as<T const>() + at, args.outputs[0].as<T>() + at, count, inner);
            }
    });
}

} // namespace
} // namespace hardmax

void hardmax_ref(KernelTable& table) {
    table.add(referenceKernel<hardmax::Attributes>("hardmax", "hardmax.ref", hardmax::run));
}

} // namespace tenon::ops

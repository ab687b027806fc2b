// SPDX-License-Identifier: Apache-2.0
// Reference cumsum: sums in double (floating types) or in the type itself (integers).
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/cumsum/cumsum.h"

namespace tenon::ops {
namespace cumsum {
namespace {

template <class T>
void line(T const* from, T* to, int64_t count, int64_t stride, Attributes const& a) {
    std::conditional_t<std::is_integral_v<T>, uint64_t, double> sum = a.product ? 1 : 0;
    for (int64_t i = 0; i < count; ++i) {
        int64_t const at = (a.reverse ? count - 1 - i : i) * stride;
        auto const before = sum;
        auto const own = static_cast<decltype(sum)>(from[at]);
        sum = a.product ? sum * own : sum + own;
        auto const result = a.exclusive ? before : sum;
        if constexpr (std::is_arithmetic_v<T>)
            to[at] = static_cast<T>(result);
        else
            to[at] = T(static_cast<float>(result));
    }
}

bool run(Attributes const& a, Args const& args) {
    Tensor const& in = args.inputs[0];
    size_t axis = 0;
    if (!axisAt(args, 1, 0, in.rank, axis))
        return false;
    int64_t const count = in.dims[axis], outer = product(in.shape(), 0, axis),
                  inner = product(in.shape(), axis + 1, in.shape().size());
    return withType(in.dtype, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (!std::is_same_v<T, bool>)
            for (int64_t o = 0; o < outer; ++o)
                for (int64_t i = 0; i < inner; ++i)
                    line(in.as<T const>() + o * count * inner + i, args.outputs[0].as<T>() + o * count * inner + i,
                         count, inner, a);
    });
}

} // namespace
} // namespace cumsum

void cumsum_ref(KernelTable& table) {
    table.add(referenceKernel<cumsum::Attributes>("cumsum", "cumsum.ref", cumsum::run));
}

} // namespace tenon::ops

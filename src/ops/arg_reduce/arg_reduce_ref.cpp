// SPDX-License-Identifier: Apache-2.0
// Reference arg_reduce: a NaN counts as what is looked for, as in NumPy.
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/arg_reduce/arg_reduce.h"

namespace tenon::ops {
namespace arg_reduce {
namespace {

template <class T>
int64_t choose(T const* from, int64_t count, int64_t stride, Attributes const& a) {
    int64_t best = 0;
    for (int64_t i = 1; i < count; ++i) {
        T const x = from[i * stride], y = from[best * stride];
        bool better = a.least ? x < y : y < x;
        if constexpr (!std::is_integral_v<T>) {
            if (y != y)
                better = false;
            else if (x != x)
                better = true;
        }
        if (better || (a.selectLast && x == y))
            best = i;
    }
    return best;
}

bool run(Attributes const& a, Args const& args) {
    Tensor const& in = args.inputs[0];
    auto const axis = axisOf(a.axis, in.rank);
    int64_t const count = in.dims[axis], outer = product(in.shape(), 0, axis),
                  inner = product(in.shape(), axis + 1, in.shape().size());
    if (count == 0 && outer * inner != 0)
        return args.failure->set(Message::kRunFailed, "arg_reduce: no element to choose along the axis");
    return withType(in.dtype, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (!std::is_same_v<T, bool>)
            for (int64_t o = 0; o < outer; ++o)
                for (int64_t i = 0; i < inner; ++i)
                    args.outputs[0].as<int64_t>()[o * inner + i] =
                        choose(in.as<T const>() + o * count * inner + i, count, inner, a);
    });
}

} // namespace
} // namespace arg_reduce

void arg_reduce_ref(KernelTable& table) {
    table.add(referenceKernel<arg_reduce::Attributes>("arg_reduce", "arg_reduce.ref", arg_reduce::run));
}

} // namespace tenon::ops

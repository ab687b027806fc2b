// SPDX-License-Identifier: Apache-2.0
// Reference topk: of equal elements the first one wins; a NaN counts as the largest.
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/topk/topk.h"

#include <algorithm>

namespace tenon::ops {
namespace topk {
namespace {

template <class T>
bool less(T a, T b) {
    if constexpr (!std::is_integral_v<T>)
        if (a != a || b != b)
            return a == a; // a number is less than a NaN
    return a < b;
}

template <class T>
void line(T const* from, T* to, int64_t* indices, int64_t count, int64_t k, int64_t stride, bool largest) {
    std::vector<int64_t> order(static_cast<size_t>(count));
    for (int64_t i = 0; i < count; ++i)
        order[static_cast<size_t>(i)] = i;
    std::partial_sort(order.begin(), order.begin() + k, order.end(), [&](int64_t a, int64_t b) {
        T const x = from[a * stride], y = from[b * stride];
        bool const before = largest ? less(y, x) : less(x, y), after = largest ? less(x, y) : less(y, x);
        return before || (!after && a < b);
    });
    for (int64_t i = 0; i < k; ++i) {
        to[i * stride] = from[order[static_cast<size_t>(i)] * stride];
        if (indices != nullptr)
            indices[i * stride] = order[static_cast<size_t>(i)];
    }
}

bool run(Attributes const& a, Args const& args) {
    Tensor const& in = args.inputs[0];
    auto const axis = axisOf(a.axis, in.rank);
    if (args.inputs[1].elements() != 1)
        return args.failure->set(Message::kShape, "topk: k is %lld numbers and not one",
                                 static_cast<long long>(args.inputs[1].elements()));
    int64_t const count = in.dims[axis], k = integerAt(args.inputs[1], 0);
    if (k < 0 || k > count)
        return args.failure->set(Message::kRunFailed, "topk: k is %lld, and there are %lld elements",
                                 static_cast<long long>(k), static_cast<long long>(count));
    std::vector<int64_t> dims(in.shape().begin(), in.shape().end());
    dims[axis] = k;
    Tensor out, positions;
    if (!resize(args.outputs[0], in.dtype, dims, args.failure, out) ||
        (args.outputCount > 1 && !resize(args.outputs[1], DType::kI64, dims, args.failure, positions)))
        return false;
    int64_t const outer = product(dims, 0, axis), inner = product(dims, axis + 1, dims.size());
    return withType(in.dtype, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (!std::is_same_v<T, bool>)
            for (int64_t o = 0; o < outer; ++o)
                for (int64_t i = 0; i < inner; ++i)
                    line(in.as<T const>() + o * count * inner + i, out.as<T>() + o * k * inner + i,
                         positions.present() ? positions.as<int64_t>() + o * k * inner + i : nullptr, count, k, inner,
                         a.largest);
    });
}

} // namespace
} // namespace topk

void topk_ref(KernelTable& table) {
    table.add(referenceKernel<topk::Attributes>("topk", "topk.ref", topk::run));
}

} // namespace tenon::ops

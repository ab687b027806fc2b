// SPDX-License-Identifier: Apache-2.0
// Reference range: element i is start + i * delta.
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

#include <cmath>

namespace tenon::ops {
namespace range {
namespace {

/// Elements; -1 when there is no number of them.
template <class T>
int64_t lengthOf(T start, T limit, T delta) {
    if constexpr (std::is_integral_v<T>) {
        int64_t span = 0;
        int64_t const step = delta;
        if (step == 0 || __builtin_sub_overflow(static_cast<int64_t>(limit), static_cast<int64_t>(start), &span))
            return -1;
        return span == 0 || (span > 0) != (step > 0) ? 0 : (span - (step > 0 ? 1 : -1)) / step + 1;
    } else {
        double const count =
            std::ceil((static_cast<double>(limit) - static_cast<double>(start)) / static_cast<double>(delta));
        return count < 0x1p62 ? std::max<int64_t>(0, static_cast<int64_t>(count)) : -1;
    }
}

template <class T>
bool fill(Args const& args) {
    T const start = *args.inputs[0].as<T const>(), limit = *args.inputs[1].as<T const>(),
            delta = *args.inputs[2].as<T const>();
    int64_t const dims[] = {lengthOf(start, limit, delta)};
    if (dims[0] < 0)
        return args.failure->set(Message::kRunFailed, "range: these bounds and delta have no end");
    Tensor out;
    if (!resize(args.outputs[0], args.inputs[0].dtype, dims, args.failure, out))
        return false;
    for (int64_t i = 0; i < dims[0]; ++i) {
        if constexpr (std::is_integral_v<T>)
            out.as<T>()[i] = static_cast<T>(start + static_cast<T>(i) * delta);
        else if constexpr (std::is_same_v<T, double>)
            out.as<T>()[i] = start + static_cast<double>(i) * delta;
        else
            out.as<T>()[i] =
                T(static_cast<float>(static_cast<double>(start) + static_cast<double>(i) * static_cast<double>(delta)));
    }
    return true;
}

bool run(NoAttrs const&, Args const& args) {
    bool good = false;
    withType(args.inputs[0].dtype, [&](auto sample) {
        if constexpr (!std::is_same_v<decltype(sample), bool>)
            good = fill<decltype(sample)>(args);
    });
    return good;
}

} // namespace
} // namespace range

void range_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("range", "range.ref", range::run));
}

} // namespace tenon::ops

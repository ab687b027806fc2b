// SPDX-License-Identifier: Apache-2.0
// Reference window, in double; integers are the whole part.
#include "base/half.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/window/window.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tenon::ops {
namespace window {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const& y = args.outputs[0];
    int64_t const n = y.elements(), period = std::max<int64_t>(1, a.periodic ? n : n - 1);
    withType(y.dtype, [&](auto sample) {
        using T = decltype(sample);
        for (int64_t i = 0; i < n; ++i) {
            double value = a.coefficients[0];
            for (int64_t m : {1, 2})
                value += a.coefficients[static_cast<size_t>(m)] *
                         std::cos(2 * std::numbers::pi * static_cast<double>(m * i) / static_cast<double>(period));
            if constexpr (std::is_arithmetic_v<T>)
                y.as<T>()[i] = static_cast<T>(value);
            else
                y.as<T>()[i] = T(static_cast<float>(value));
        }
    });
    return true;
}

} // namespace
} // namespace window

void window_ref(KernelTable& table) {
    table.add(referenceKernel<window::Attributes>("window", "window.ref", window::run));
}

} // namespace tenon::ops

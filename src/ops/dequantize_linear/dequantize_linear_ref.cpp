// SPDX-License-Identifier: Apache-2.0
// Reference dequantize_linear: the difference exactly, then one fp32 product.
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/dequantize_linear/dequantize_linear.h"

namespace tenon::ops {
namespace dequantize_linear {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const& x = args.inputs[0];
    Tensor const& y = args.outputs[0];
    auto const walk = a.granularity.walk(x.shape(), args.inputs[1].shape());
    if (!walk || (args.has(2) && args.inputs[2].elements() != args.inputs[1].elements()))
        return args.failure->set(Message::kShape, "dequantize_linear: scales or zero points do not fit the tensor");
    std::vector<double> const scales = numbersOf(args.inputs[1]);
    std::vector<double> const zeros = args.has(2) ? numbersOf(args.inputs[2]) : std::vector<double>(scales.size(), 0);
    return withType(y.dtype, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (!std::is_integral_v<T> && !std::is_same_v<T, double>)
            walk->forEach([&](int64_t i, int64_t scale) {
                auto const at = static_cast<size_t>(scale);
                y.as<T>()[i] = T(static_cast<float>(numberAt(x, i) - zeros[at]) * static_cast<float>(scales[at]));
            });
    });
}

} // namespace
} // namespace dequantize_linear

void dequantize_linear_ref(KernelTable& table) {
    table.add(referenceKernel<dequantize_linear::Attributes>("dequantize_linear", "dequantize_linear.ref",
                                                             dequantize_linear::run));
}

} // namespace tenon::ops

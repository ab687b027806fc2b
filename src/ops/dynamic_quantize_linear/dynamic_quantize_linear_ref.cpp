// SPDX-License-Identifier: Apache-2.0
// Reference dynamic_quantize_linear: quotients in fp32, rounded half to even. NaN has no part in the range and becomes
// the zero point.
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/dynamic_quantize_linear/dynamic_quantize_linear.h"

namespace tenon::ops {
namespace dynamic_quantize_linear {
namespace {

bool run(NoAttrs const&, Args const& args) {
    Tensor const& x = args.inputs[0];
    auto const* from = x.as<float const>();
    float least = 0, greatest = 0;
    for (int64_t i = 0; i < x.elements(); ++i) {
        least = std::min(least, from[i]);
        greatest = std::max(greatest, from[i]);
    }
    Spread const spread(least, greatest);
    for (int64_t i = 0; i < x.elements(); ++i) {
        float const quotient = std::isnan(from[i]) ? 0 : from[i] / spread.scale;
        float const value = std::nearbyint(quotient) + static_cast<float>(spread.zero);
        args.outputs[0].as<uint8_t>()[i] = static_cast<uint8_t>(std::min(std::max(value, 0.0f), 255.0f));
    }
    if (args.outputCount > 1)
        *args.outputs[1].as<float>() = spread.scale;
    if (args.outputCount > 2)
        *args.outputs[2].as<uint8_t>() = spread.zero;
    return true;
}

} // namespace
} // namespace dynamic_quantize_linear

void dynamic_quantize_linear_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("dynamic_quantize_linear", "dynamic_quantize_linear.ref",
                                       dynamic_quantize_linear::run));
}

} // namespace tenon::ops

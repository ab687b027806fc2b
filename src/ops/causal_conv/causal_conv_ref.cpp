// SPDX-License-Identifier: Apache-2.0
// Reference causal_conv: sums in double.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/causal_conv/causal_conv.h"

#include <cmath>

namespace tenon::ops {
namespace causal_conv {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const &x = args.inputs[0], &weight = args.inputs[1];
    int64_t const channels = x.dims[1], length = x.dims[2], before = weight.dims[2] - 1;
    if ((args.has(2) && args.inputs[2].elements() != channels) ||
        (args.has(3) && args.inputs[3].elements() != x.dims[0] * channels * before) || weight.dims[0] != channels)
        return args.failure->set(Message::kShape, "causal_conv: an operand does not fit %lld channels",
                                 static_cast<long long>(channels));
    for (int64_t line = 0; line < x.dims[0] * channels; ++line) {
        // Element i of the line with what came before it.
        auto at = [&](int64_t i) {
            if (i >= before)
                return numberAt(x, line * length + i - before);
            return args.has(3) ? numberAt(args.inputs[3], line * before + i) : 0.0;
        };
        int64_t const channel = line % channels;
        for (int64_t i = 0; i < length; ++i) {
            double sum = args.has(2) ? numberAt(args.inputs[2], channel) : 0;
            for (int64_t k = 0; k <= before; ++k)
                sum += at(i + k) * numberAt(weight, channel * (before + 1) + k);
            setNumber(args.outputs[0], line * length + i, a.silu ? sum / (1 + std::exp(-sum)) : sum);
        }
        for (int64_t i = 0; args.outputCount > 1 && args.outputs[1].present() && i < before; ++i)
            setNumber(args.outputs[1], line * before + i, at(length + i));
    }
    return true;
}

} // namespace
} // namespace causal_conv

void causal_conv_ref(KernelTable& table) {
    table.add(referenceKernel<causal_conv::Attributes>("causal_conv", "causal_conv.ref", causal_conv::run));
}

} // namespace tenon::ops

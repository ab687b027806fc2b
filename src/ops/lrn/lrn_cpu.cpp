// SPDX-License-Identifier: Apache-2.0
// lrn.hwy: fp32, all dims.
#include "backend/cpu/lines.h"
#include "kernel/elements.h"
#include "kernel/row_major.h"
#include "kernel/table.h"
#include "ops/lrn/lrn.h"

#include <algorithm>

namespace tenon::ops {
namespace lrn {
namespace {

class HwyInstance final : public Instance {
public:
    explicit HwyInstance(Problem const& problem) : mAttrs(problem.attrs.as<Attributes>()) {}

    bool enqueue(Args const& args) noexcept override {
        Tensor const& x = args.inputs[0];
        int64_t const size = std::min(mAttrs.size, 2 * x.dims[1] + 1); // a greater one meets no more channels
        cpu::normaliseResponse({.n = x.dims[0],
                                .channels = x.dims[1],
                                .pixels = product(x.shape(), 2, x.shape().size()),
                                .before = (size - 1) / 2, // the greater half lies behind
                                .after = size / 2,
                                .alpha = static_cast<float>(mAttrs.alpha / static_cast<double>(mAttrs.size)),
                                .beta = static_cast<float>(mAttrs.beta),
                                .bias = static_cast<float>(mAttrs.bias),
                                .x = x.as<float const>(),
                                .y = args.outputs[0].as<float>()});
        return true;
    }

private:
    Attributes mAttrs;
};

std::string refusal(Problem const& problem) {
    OperandDesc const& x = problem.inputs[0];
    return x.type.dtype == DType::kF32 && x.ranked ? "" : "only f32 of known rank is computed";
}

} // namespace
} // namespace lrn

void lrn_cpu(KernelTable& table) {
    table.add(rowMajorKernel({.op = "lrn",
                              .name = "lrn.hwy",
                              .refusal = lrn::refusal,
                              .make = instanceOf<lrn::HwyInstance>,
                              .elementNs = 0.6}));
}

} // namespace tenon::ops

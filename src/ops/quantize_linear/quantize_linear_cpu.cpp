// SPDX-License-Identifier: Apache-2.0
// quantize_linear.hwy: fp32 to i8 or u8, one scale or a list along an axis, all dims.
#include "backend/cpu/scales.h"
#include "kernel/table.h"
#include "ops/quantize_linear/quantize_linear.h"

namespace tenon::ops {
namespace quantize_linear {
namespace {

class HwyKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "quantize_linear.hwy"; }
    std::string_view op() const noexcept override { return "quantize_linear"; }
    Proposal propose(Problem const& problem) const override {
        auto const& a = problem.attrs.as<Attributes>();
        if (a.precision && *a.precision != DType::kF32)
            return {{}, "quotients are computed in f32"};
        return cpu::proposeScaled(problem, a.granularity, problem.inputs[0].type.dtype, problem.outputs[0].type.dtype);
    }
    double estimate(Problem const& problem, Signature const& signature) const override {
        return cpu::scaledCost(problem, signature);
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const& signature, int) const override {
        return cpu::makeScaled(problem, signature, problem.attrs.as<Attributes>().granularity);
    }
};

} // namespace
} // namespace quantize_linear

void quantize_linear_cpu(KernelTable& table) {
    table.add(std::make_unique<quantize_linear::HwyKernel>());
}

} // namespace tenon::ops

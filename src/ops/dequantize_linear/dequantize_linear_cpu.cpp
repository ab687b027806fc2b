// SPDX-License-Identifier: Apache-2.0
// dequantize_linear.hwy: i8 or u8 to fp32, one scale or a list along an axis, all dims.
#include "backend/cpu/scales.h"
#include "kernel/table.h"
#include "ops/dequantize_linear/dequantize_linear.h"

namespace tenon::ops {
namespace dequantize_linear {
namespace {

class HwyKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "dequantize_linear.hwy"; }
    std::string_view op() const noexcept override { return "dequantize_linear"; }
    Proposal propose(Problem const& problem) const override {
        return cpu::proposeScaled(problem, problem.attrs.as<Attributes>().granularity, problem.outputs[0].type.dtype,
                                  problem.inputs[0].type.dtype);
    }
    double estimate(Problem const& problem, Signature const& signature) const override {
        return cpu::scaledCost(problem, signature);
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const& signature, int) const override {
        return cpu::makeScaled(problem, signature, problem.attrs.as<Attributes>().granularity);
    }
};

} // namespace
} // namespace dequantize_linear

void dequantize_linear_cpu(KernelTable& table) {
    table.add(std::make_unique<dequantize_linear::HwyKernel>());
}

} // namespace tenon::ops

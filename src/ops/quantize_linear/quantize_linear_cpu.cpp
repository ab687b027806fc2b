// SPDX-License-Identifier: Apache-2.0
// quantize_linear.hwy: fp32 to i8 or u8, one scale or a list along an axis, all dims.
#include "backend/cpu/padding.h"
#include "backend/cpu/quantize.h"
#include "backend/cpu/scales.h"
#include "kernel/table.h"
#include "ops/quantize_linear/quantize_linear.h"

namespace tenon::ops {
namespace quantize_linear {
namespace {

class HwyInstance final : public Instance {
public:
    HwyInstance(Problem const& problem, Signature const& signature)
        : mGranularity(problem.attrs.as<Attributes>().granularity), mLayout(signature.outputs[0]),
          mHasZero(problem.inputs.size() > 2 && problem.inputs[2].present) {}

    bool enqueue(Args const& args) noexcept override {
        cpu::Lines lines;
        if (!cpu::scaledLines(args, mHasZero, mGranularity, mLayout, lines))
            return false;
        if (args.outputs[0].dtype == DType::kI8)
            runAs<int8_t>(args, lines);
        else
            runAs<uint8_t>(args, lines);
        cpu::clearPadding(args.outputs[0], mLayout);
        return true;
    }

private:
    template <class T>
    void runAs(Args const& args, cpu::Lines const& lines) const noexcept {
        cpu::quantize(lines, args.inputs[0].as<float const>(), args.inputs[1].as<float const>(),
                      mHasZero ? args.inputs[2].as<T const>() : nullptr, args.outputs[0].as<T>());
    }

    Granularity mGranularity;
    Layout mLayout;
    bool mHasZero;
};

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
        return std::make_unique<HwyInstance>(problem, signature);
    }
};

} // namespace
} // namespace quantize_linear

void quantize_linear_cpu(KernelTable& table) {
    table.add(std::make_unique<quantize_linear::HwyKernel>());
}

} // namespace tenon::ops

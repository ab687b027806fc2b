// SPDX-License-Identifier: Apache-2.0
// dequantize_linear.hwy: i8 or u8 to fp32, one scale or a list along an axis, all dims.
#include "backend/cpu/padding.h"
#include "backend/cpu/quantize.h"
#include "backend/cpu/scales.h"
#include "kernel/table.h"
#include "ops/dequantize_linear/dequantize_linear.h"

namespace tenon::ops {
namespace dequantize_linear {
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
        if (args.inputs[0].dtype == DType::kI8)
            runAs<int8_t>(args, lines);
        else
            runAs<uint8_t>(args, lines);
        cpu::clearPadding(args.outputs[0], mLayout);
        return true;
    }

private:
    template <class T>
    void runAs(Args const& args, cpu::Lines const& lines) const noexcept {
        cpu::dequantize(lines, args.inputs[0].as<T const>(), args.inputs[1].as<float const>(),
                        mHasZero ? args.inputs[2].as<T const>() : nullptr, args.outputs[0].as<float>());
    }

    Granularity mGranularity;
    Layout mLayout;
    bool mHasZero;
};

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
        return std::make_unique<HwyInstance>(problem, signature);
    }
};

} // namespace
} // namespace dequantize_linear

void dequantize_linear_cpu(KernelTable& table) {
    table.add(std::make_unique<dequantize_linear::HwyKernel>());
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// softmax.hwy: fp32, any axis, all dims, in place where the operand is not needed afterwards.
#include "backend/cpu/lines.h"
#include "kernel/table.h"
#include "ops/softmax/softmax.h"

namespace tenon::ops {
namespace softmax {
namespace {

class HwyInstance final : public Instance {
public:
    explicit HwyInstance(Attributes const& attrs) : mAttrs(attrs) {}
    bool enqueue(Args const& args) noexcept override {
        Tensor const& in = args.inputs[0];
        int64_t const axis = mAttrs.axis < 0 ? mAttrs.axis + in.rank : mAttrs.axis;
        cpu::Lines lines;
        for (int64_t i = 0; i < in.rank; ++i)
            (i < axis ? lines.outer : (i == axis || mAttrs.coerced ? lines.count : lines.inner)) *= in.dims[i];
        cpu::softmax(lines, mAttrs.log, in.as<float const>(), args.outputs[0].as<float>());
        return true;
    }

private:
    Attributes mAttrs;
};

class HwyKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "softmax.hwy"; }
    std::string_view op() const noexcept override { return "softmax"; }
    Proposal propose(Problem const& problem) const override {
        if (problem.epilogue)
            return {{}, "softmax takes no epilogue"};
        if (problem.inputs[0].type.dtype != DType::kF32)
            return {{}, "only f32 is computed"};
        Signature s = Signature::plain(problem);
        s.inPlace = problem.inputs[0].mayOverwrite ? 0 : -1;
        return {{std::move(s)}, {}};
    }
    double estimate(Problem const& problem, Signature const&) const override {
        double elements = 1;
        for (DimRange const& d : problem.inputs[0].dims)
            elements *= static_cast<double>(d.opt);
        return 200 + elements * 0.6;
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const&, int) const override {
        return std::make_unique<HwyInstance>(problem.attrs.as<Attributes>());
    }
};

} // namespace
} // namespace softmax

void softmax_cpu(KernelTable& table) {
    table.add(std::make_unique<softmax::HwyKernel>());
}

} // namespace tenon::ops

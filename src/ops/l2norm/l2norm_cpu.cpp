// SPDX-License-Identifier: Apache-2.0
// l2norm.hwy: fp32, any axis, all dims, in place where the operand is not needed afterwards.
#include "backend/cpu/lines.h"
#include "kernel/table.h"
#include "ops/l2norm/l2norm.h"

namespace tenon::ops {
namespace l2norm {
namespace {

class HwyInstance final : public Instance {
public:
    explicit HwyInstance(Attributes const& attrs) : mAttrs(attrs) {}
    bool enqueue(Args const& args) noexcept override {
        Tensor const& in = args.inputs[0];
        int64_t const axis = mAttrs.axis < 0 ? mAttrs.axis + in.rank : mAttrs.axis;
        cpu::Lines lines{1, in.dims[axis], 1};
        for (int64_t i = 0; i < in.rank; ++i)
            if (i != axis)
                (i < axis ? lines.outer : lines.inner) *= in.dims[i];
        auto by = [this](float sum) { return static_cast<float>(divisor(mAttrs, sum)); };
        cpu::normalise(lines, mAttrs.p == 2, by, in.as<float const>(), args.outputs[0].as<float>());
        return true;
    }

private:
    Attributes mAttrs;
};

class HwyKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "l2norm.hwy"; }
    std::string_view op() const noexcept override { return "l2norm"; }
    Proposal propose(Problem const& problem) const override {
        if (problem.epilogue)
            return {{}, "l2norm takes no epilogue"};
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
        return 200 + elements * 0.25;
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const&, int) const override {
        return std::make_unique<HwyInstance>(problem.attrs.as<Attributes>());
    }
};

} // namespace
} // namespace l2norm

void l2norm_cpu(KernelTable& table) {
    table.add(std::make_unique<l2norm::HwyKernel>());
}

} // namespace tenon::ops

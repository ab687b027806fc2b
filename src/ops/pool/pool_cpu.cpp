// SPDX-License-Identifier: Apache-2.0
// pool.hwy: max and average pooling in fp32 over one or two spatial axes, in nChw16c and in the plain layout, for all
// dims.
#include "backend/cpu/pool.h"
#include "kernel/table.h"
#include "ops/pool/pool.h"

namespace tenon::ops {
namespace pool {
namespace {

cpu::PoolKind kindOf(Attributes const& attrs) {
    if (attrs.kind == Kind::kMax)
        return cpu::PoolKind::kMAX;
    return attrs.countIncludePad ? cpu::PoolKind::kAVERAGE_PADDED : cpu::PoolKind::kAVERAGE;
}

class HwyInstance final : public Instance {
public:
    HwyInstance(Attributes attrs, bool blocked) : mAttrs(std::move(attrs)), mBlocked(blocked) {}

    bool enqueue(Args const& args) noexcept override {
        Tensor const& x = args.inputs[0];
        auto const axes = static_cast<size_t>(x.rank - 2);
        int64_t const planes = x.dims[0] * (mBlocked ? (x.dims[1] + 15) / 16 : x.dims[1]);
        auto const* from = x.as<float const>();
        auto* to = args.outputs[0].as<float>();
        if (mAttrs.global) {
            int64_t const pixels = x.dims[2] * (axes == 2 ? x.dims[3] : 1);
            (mBlocked ? cpu::globalPoolBlocked : cpu::globalPoolPlain)(kindOf(mAttrs), planes, pixels, from, to);
            return true;
        }
        WindowAxis const width = mAttrs.axis(axes - 1, axes, x.dims[axes + 1]);
        WindowAxis const height = axes == 2 ? mAttrs.axis(0, 2, x.dims[2]) : WindowAxis{};
        cpu::PoolArgs pool;
        pool.dims.inH = height.in, pool.dims.outH = height.out, pool.dims.kernelH = height.kernel;
        pool.dims.strideH = height.stride, pool.dims.padTop = height.before, pool.dims.dilationH = height.dilation;
        pool.dims.inW = width.in, pool.dims.outW = width.out, pool.dims.kernelW = width.kernel;
        pool.dims.strideW = width.stride, pool.dims.padLeft = width.before, pool.dims.dilationW = width.dilation;
        pool.padBottom = height.after;
        pool.padRight = width.after;
        pool.kind = kindOf(mAttrs);
        pool.planes = planes;
        pool.input = from;
        pool.output = to;
        (mBlocked ? cpu::poolBlocked : cpu::poolPlain)(pool);
        return true;
    }

private:
    Attributes mAttrs;
    bool mBlocked;
};

class HwyKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "pool.hwy"; }
    std::string_view op() const noexcept override { return "pool"; }

    Proposal propose(Problem const& problem) const override {
        OperandDesc const& x = problem.inputs[0];
        if (problem.epilogue)
            return {{}, "pooling takes no epilogue"};
        if (x.type.dtype != DType::kF32)
            return {{}, "only f32 is computed"};
        if (!x.ranked || x.dims.size() < 3 || x.dims.size() > 4)
            return {{}, "only one or two spatial axes are computed"};
        if (problem.attrs.as<Attributes>().kind == Kind::kLp)
            return {{}, "the Lp norm is computed by the reference alone"};
        if (problem.outputs.size() > 1)
            return {{}, "indices are computed by the reference alone"};
        Signature blocked = Signature::plain(problem);
        blocked.inputs[0] = blocked.outputs[0] = Layout::blockedChannels(4, 16);
        return {{std::move(blocked), Signature::plain(problem)}, {}};
    }
    double estimate(Problem const& problem, Signature const& signature) const override {
        double elements = problem.inputs[0].optElements(), taps = 1;
        auto const& attrs = problem.attrs.as<Attributes>();
        if (!attrs.global) {
            elements = problem.outputs[0].optElements();
            for (int64_t k : attrs.window.kernel)
                taps *= static_cast<double>(k);
        }
        return 300 + elements * taps / (signature.inputs[0].isRowMajor() ? 4 : 12);
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const& signature, int) const override {
        return std::make_unique<HwyInstance>(problem.attrs.as<Attributes>(), !signature.inputs[0].isRowMajor());
    }
};

} // namespace
} // namespace pool

void pool_cpu(KernelTable& table) {
    table.add(std::make_unique<pool::HwyKernel>());
}

} // namespace tenon::ops

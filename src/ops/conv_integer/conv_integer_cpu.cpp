// SPDX-License-Identifier: Apache-2.0
// conv_integer.hwy: the CPU backend's convolution of 8-bit integers, over one or two spatial axes.
#include "backend/cpu/conv_int.h"
#include "kernel/table.h"
#include "shape/convolution.h"

namespace tenon::ops {
namespace conv_integer {
namespace {

cpu::Bytes bytesOf(Tensor const& t) {
    return {t.as<uint8_t const>(), t.dtype == DType::kI8};
}

/// The sizes of a call; D is Tensor, or anything with dims.
template <class D>
cpu::IntConvArgs sizesOf(Convolution const& a, D const& x, D const& w, size_t axes) {
    cpu::IntConvArgs args;
    args.batch = x.dims[0];
    args.group = a.group;
    args.channels = w.dims[1];
    args.outChannels = w.dims[0] / a.group;
    args.columns = a.window.resolve(axes - 1, axes, w.dims[axes + 1], x.dims[axes + 1]);
    if (axes == 2)
        args.rows = a.window.resolve(0, axes, w.dims[2], x.dims[2]);
    return args;
}

class HwyInstance final : public Instance {
public:
    explicit HwyInstance(Problem const& problem)
        : mAttrs(problem.attrs.as<Convolution>()), mInputs(problem.inputs.size()) {}

    bool enqueue(Args const& given) noexcept override {
        Args const args{given.inputs, given.outputs, given.workspace, given.failure, mInputs, 1};
        auto const axes = static_cast<size_t>(args.inputs[0].rank - 2);
        cpu::IntConvArgs c = sizesOf(mAttrs, args.inputs[0], args.inputs[1], axes);
        c.x = bytesOf(args.inputs[0]);
        c.w = bytesOf(args.inputs[1]);
        if (args.has(2))
            c.zeroX = bytesOf(args.inputs[2]);
        if (args.has(3)) {
            c.zerosW = bytesOf(args.inputs[3]);
            c.zeroOfEach = args.inputs[3].elements() != 1;
        }
        c.y = args.outputs[0].as<int32_t>();
        c.workspace = args.workspace;
        cpu::intConv(c);
        return true;
    }

private:
    Convolution mAttrs;
    size_t mInputs;
};

struct Most {
    std::vector<int64_t> dims;
    explicit Most(OperandDesc const& o) {
        for (DimRange const& d : o.dims)
            dims.push_back(d.max);
    }
};

class HwyKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "conv_integer.hwy"; }
    std::string_view op() const noexcept override { return "conv_integer"; }

    Proposal propose(Problem const& problem) const override {
        if (problem.epilogue)
            return {{}, "the result is i32: no epilogue"};
        if (!problem.inputs[0].ranked || problem.inputs[0].dims.size() > 4)
            return {{}, "the rank is not known, or there are more than two spatial axes"};
        if (!problem.inputs[1].isFixed())
            return {{}, "the dims of the weights vary"};
        return {{Signature::plain(problem)}, {}};
    }
    int64_t workspace(Problem const& problem, Signature const&) const override {
        Most const x(problem.inputs[0]), w(problem.inputs[1]);
        return cpu::intConvWorkspace(sizesOf(problem.attrs.as<Convolution>(), x, w, x.dims.size() - 2));
    }
    double estimate(Problem const& problem, Signature const&) const override {
        auto const& w = problem.inputs[1].dims;
        double work = problem.outputs[0].optElements();
        for (size_t i = 1; i < w.size(); ++i)
            work *= static_cast<double>(w[i].opt);
        return 1000 + work / 30;
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const&, int) const override {
        return std::make_unique<HwyInstance>(problem);
    }
};

} // namespace
} // namespace conv_integer

void conv_integer_cpu(KernelTable& table) {
    table.add(std::make_unique<conv_integer::HwyKernel>());
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// fp32 convolutions over one or two spatial axes with the CPU backend's own kernels; each serves all dims:
//   conv.direct      nChw16c to nChw16c, groups of whole blocks
//   conv.plain       few input channels in a plain layout (a first layer) to nChw16c
//   conv.depthwise   one filter a channel, nChw16c to nChw16c
//   conv.pointwise   a 1x1 kernel as a matrix product, channels last
#include "backend/cpu/conv.h"
#include "backend/cpu/epilogue.h"
#include "backend/cpu/gemm.h"
#include "kernel/table.h"
#include "ops/conv/conv.h"
#include "ops/conv/isa/conv_dnnl.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace conv {
namespace {

using cpu::EpilogueRunner;
using cpu::ResultForm;

constexpr ResultForm kBlocks{1, true};
constexpr ResultForm kChannelsLast{1, false};

Layout blockedBias() {
    return {{}, {{0, 16}}};
}

/// What all four need; empty when it is there.
std::string rejectCommon(Problem const& problem, ResultForm form) {
    for (size_t i = 0; i < problem.ownInputs(); ++i)
        if (problem.inputs[i].present && problem.inputs[i].type.dtype != DType::kF32)
            return "only f32 is computed";
    OperandDesc const &x = problem.inputs[0], &w = problem.inputs[1];
    if (!x.ranked || x.dims.size() < 3 || x.dims.size() > 4)
        return "only one or two spatial axes are computed";
    if (!w.constant || !w.isFixed() || !x.dims[1].isFixed())
        return "the weights are no constant";
    return EpilogueRunner::reject(problem, form);
}

double roughTime(Problem const& problem, double flopsPerNs) {
    double work = 2 * problem.outputs[0].optElements();
    auto const& w = problem.inputs[1].dims;
    for (size_t i = 1; i < w.size(); ++i)
        work *= static_cast<double>(w[i].opt);
    return 500 + std::max(work / flopsPerNs, 4 * problem.inputs[0].optElements() / 10);
}

/// Dims at run time; a single spatial axis is the width.
cpu::ConvDims dimsOf(Attributes const& attrs, Tensor const& x, Tensor const& w) noexcept {
    cpu::ConvDims d;
    auto const axes = static_cast<size_t>(x.rank - 2);
    WindowAxis const width = attrs.window.resolve(axes - 1, axes, w.dims[axes + 1], x.dims[axes + 1]);
    WindowAxis const height = axes == 2 ? attrs.window.resolve(0, 2, w.dims[2], x.dims[2]) : WindowAxis{};
    d.batch = x.dims[0];
    d.inH = height.in, d.outH = height.out, d.kernelH = height.kernel;
    d.strideH = height.stride, d.padTop = height.before, d.dilationH = height.dilation;
    d.inW = width.in, d.outW = width.out, d.kernelW = width.kernel;
    d.strideW = width.stride, d.padLeft = width.before, d.dilationW = width.dilation;
    return d;
}

/// The layouts of a kernel that writes nChw16c.
Signature blockedSignature(Problem const& problem, Layout x, Layout w) {
    Signature s = Signature::plain(problem);
    s.inputs.resize(problem.ownInputs());
    s.inputs[0] = std::move(x);
    s.inputs[1] = std::move(w);
    if (s.inputs.size() > 2)
        s.inputs[2] = blockedBias();
    s.outputs[0] = Layout::blockedChannels(4, 16);
    EpilogueRunner::addLayouts(problem, kBlocks, s.inputs);
    return s;
}

/// Common to the three kernels that write nChw16c: `Call` fills in and makes the backend's call.
template <class Call>
class BlockedInstance final : public Instance {
public:
    explicit BlockedInstance(Problem const& problem)
        : mAttrs(problem.attrs.as<Attributes>()), mHasBias(problem.ownInputs() > 2 && problem.inputs[2].present),
          mEpilogue(problem, kBlocks) {}

    bool enqueue(Args const& args) noexcept override {
        mEpilogue.bind(args);
        auto run = [this](int64_t n, int64_t block, int64_t pixel, int64_t pixels, float* data) {
            mEpilogue.block(n, block, pixel, pixels, data);
        };
        cpu::BlockEpilogue const epilogue(run);
        float const* const bias = mHasBias ? args.inputs[2].as<float const>() : nullptr;
        Call::run(mAttrs, args, bias, mEpilogue.empty() ? nullptr : &epilogue);
        return true;
    }

private:
    Attributes mAttrs;
    bool mHasBias;
    EpilogueRunner mEpilogue;
};

template <class A>
A callOf(Attributes const& attrs, Args const& args, float const* bias, cpu::BlockEpilogue const* epilogue) noexcept {
    A a;
    a.dims = dimsOf(attrs, args.inputs[0], args.inputs[1]);
    a.input = args.inputs[0].as<float const>();
    a.weights = args.inputs[1].as<float const>();
    a.bias = bias;
    a.output = args.outputs[0].as<float>();
    a.epilogue = epilogue;
    return a;
}

struct Direct {
    static constexpr std::string_view kName = "conv.direct";
    static constexpr double kFlopsPerNs = 60;
    static std::string reject(Problem const& problem) {
        int64_t const group = problem.attrs.as<Attributes>().group;
        auto const& w = problem.inputs[1].dims;
        if (group > 1 && (w[1].max % 16 != 0 || w[0].max / group % 16 != 0))
            return fmt::format("{} groups of {} to {} channels: whole blocks of 16 are needed", group, w[1].max,
                               w[0].max / group);
        return {};
    }
    static Signature signature(Problem const& problem) {
        return blockedSignature(problem, Layout::blockedChannels(4, 16), {{}, {{1, 16}, {0, 16}}});
    }
    static void run(Attributes const& attrs, Args const& args, float const* bias,
                    cpu::BlockEpilogue const* epilogue) noexcept {
        auto a = callOf<cpu::ConvArgs>(attrs, args, bias, epilogue);
        a.groups = attrs.group;
        a.inChannels = args.inputs[0].dims[1];
        a.outBlocks = (args.inputs[1].dims[0] + 15) / 16;
        cpu::conv(a);
    }
};

struct Plain {
    static constexpr std::string_view kName = "conv.plain";
    static constexpr double kFlopsPerNs = 45;
    static std::string reject(Problem const& problem) {
        if (problem.attrs.as<Attributes>().group != 1)
            return "the convolution has groups";
        int64_t const channels = problem.inputs[0].dims[1].max;
        return channels < 16 ? std::string()
                             : fmt::format("{} input channels: conv.direct reads them in blocks", channels);
    }
    static Signature signature(Problem const& problem) {
        std::vector<int32_t> order{0};
        for (int32_t i = 2; i < static_cast<int32_t>(problem.inputs[1].dims.size()); ++i)
            order.push_back(i);
        order.push_back(1);
        return blockedSignature(problem, Layout::rowMajor(), {std::move(order), {{0, 16}}});
    }
    static void run(Attributes const& attrs, Args const& args, float const* bias,
                    cpu::BlockEpilogue const* epilogue) noexcept {
        auto a = callOf<cpu::ConvPlainArgs>(attrs, args, bias, epilogue);
        a.inChannels = args.inputs[0].dims[1];
        a.outBlocks = (args.inputs[1].dims[0] + 15) / 16;
        cpu::convPlain(a);
    }
};

struct Depthwise {
    static constexpr std::string_view kName = "conv.depthwise";
    static constexpr double kFlopsPerNs = 20;
    static std::string reject(Problem const& problem) {
        int64_t const group = problem.attrs.as<Attributes>().group;
        auto const& w = problem.inputs[1].dims;
        return group == w[0].max && w[1].max == 1 ? std::string() : "there is not one filter for each channel";
    }
    static Signature signature(Problem const& problem) {
        return blockedSignature(problem, Layout::blockedChannels(4, 16), {{}, {{0, 16}}});
    }
    static void run(Attributes const& attrs, Args const& args, float const* bias,
                    cpu::BlockEpilogue const* epilogue) noexcept {
        auto a = callOf<cpu::DepthwiseArgs>(attrs, args, bias, epilogue);
        a.blocks = (args.inputs[0].dims[1] + 15) / 16;
        cpu::depthwise(a);
    }
};

template <class Call>
class BlockedKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return Call::kName; }
    std::string_view op() const noexcept override { return "conv"; }
    Proposal propose(Problem const& problem) const override {
        std::string reason = rejectCommon(problem, kBlocks);
        if (reason.empty())
            reason = Call::reject(problem);
        if (!reason.empty())
            return {{}, std::move(reason)};
        return {{Call::signature(problem)}, {}};
    }
    double estimate(Problem const& problem, Signature const&) const override {
        return roughTime(problem, Call::kFlopsPerNs);
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const&, int) const override {
        return std::make_unique<BlockedInstance<Call>>(problem);
    }
};

/// Every pixel is a row of channels: [pixels, C] times the packed [C, O].
class PointwiseInstance final : public Instance {
public:
    explicit PointwiseInstance(Problem const& problem)
        : mHasBias(problem.ownInputs() > 2 && problem.inputs[2].present), mEpilogue(problem, kChannelsLast) {}

    bool enqueue(Args const& args) noexcept override {
        Tensor const& x = args.inputs[0];
        mEpilogue.bind(args);
        auto run = [this](int64_t row, int64_t column, int64_t count, float* data) {
            mEpilogue.row(row, column, count, data);
        };
        cpu::RowEpilogue const epilogue(run);
        cpu::GemmArgs a;
        a.m = x.dims[0];
        for (int32_t i = 2; i < x.rank; ++i)
            a.m *= x.dims[i];
        a.k = a.lda = x.dims[1];
        a.n = a.ldc = args.inputs[1].dims[0];
        a.a = x.as<float const>();
        a.packedB = args.inputs[1].as<float const>();
        a.c = args.outputs[0].as<float>();
        a.bias = mHasBias ? args.inputs[2].as<float const>() : nullptr;
        a.epilogue = mEpilogue.empty() ? nullptr : &epilogue;
        cpu::gemm(a);
        return true;
    }

private:
    bool mHasBias;
    EpilogueRunner mEpilogue;
};

class PointwiseKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "conv.pointwise"; }
    std::string_view op() const noexcept override { return "conv"; }

    Proposal propose(Problem const& problem) const override {
        std::string reason = rejectCommon(problem, kChannelsLast);
        if (reason.empty() && !isPointwise(problem))
            reason = "the kernel is not 1x1 with stride 1, no pads and one group";
        if (!reason.empty())
            return {{}, std::move(reason)};
        Signature s = Signature::plain(problem);
        auto const rank = static_cast<int>(problem.inputs[0].dims.size());
        s.inputs.resize(problem.ownInputs());
        s.inputs[0] = s.outputs[0] = Layout::nhwc(rank);
        s.inputs[1] = {{}, {{0, 16}}};
        EpilogueRunner::addLayouts(problem, kChannelsLast, s.inputs);
        return {{std::move(s)}, {}};
    }
    double estimate(Problem const& problem, Signature const&) const override { return roughTime(problem, 60); }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const&, int) const override {
        return std::make_unique<PointwiseInstance>(problem);
    }

private:
    static bool isPointwise(Problem const& problem) {
        auto const& attrs = problem.attrs.as<Attributes>();
        size_t const axes = problem.inputs[0].dims.size() - 2;
        bool good = attrs.group == 1;
        for (size_t i = 0; i < axes; ++i) {
            WindowAxis const a =
                attrs.window.resolve(i, axes, problem.inputs[1].dims[i + 2].max, problem.inputs[0].dims[i + 2].opt);
            good = good && a.kernel == 1 && a.stride == 1 && a.before == 0 && a.after == 0;
        }
        return good;
    }
};

} // namespace
} // namespace conv

void conv_cpu(KernelTable& table) {
    table.add(std::make_unique<conv::BlockedKernel<conv::Depthwise>>());
    table.add(std::make_unique<conv::BlockedKernel<conv::Direct>>());
    table.add(std::make_unique<conv::BlockedKernel<conv::Plain>>());
    table.add(std::make_unique<conv::PointwiseKernel>());
    conv::addDnnl(table);
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Fast reorders: row-major to and from nChw16c, and between plain axis orders.
#include "backend/cpu/reorder.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace reorder {
namespace {

Layout const kBlocked = Layout::blockedChannels(4, 16);

class BlockedInstance final : public Instance {
public:
    explicit BlockedInstance(bool toBlocked) : mToBlocked(toBlocked) {}
    bool enqueue(Args const& args) noexcept override {
        Tensor const& in = args.inputs[0];
        int64_t pixels = 1;
        for (int32_t i = 2; i < in.rank; ++i)
            pixels *= in.dims[i];
        (mToBlocked ? cpu::toBlocked : cpu::fromBlocked)(in.dims[0], in.dims[1], pixels, in.data, args.outputs[0].data);
        return true;
    }

private:
    bool mToBlocked;
};

class BlockedKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "reorder.blocked"; }
    std::string_view op() const noexcept override { return "reorder"; }
    Proposal propose(Problem const&) const override {
        return {{{{Layout()}, {kBlocked}, -1}, {{kBlocked}, {Layout()}, -1}}, {}};
    }
    bool accepts(Problem const& problem, Signature const& s) const override {
        OperandDesc const& in = problem.inputs.at(0);
        bool const pair = (s.inputs[0].isRowMajor() && s.outputs[0] == kBlocked) ||
                          (s.inputs[0] == kBlocked && s.outputs[0].isRowMajor());
        return pair && in.ranked && in.dims.size() >= 2 && bitsOf(in.type.dtype) == 32;
    }
    double estimate(Problem const& problem, Signature const&) const override {
        return 500 + 1.0 * static_cast<double>(kBlocked.elements(problem.inputs[0].opt()));
    }
    std::unique_ptr<Instance> make(Problem const&, Signature const& s, int) const override {
        return std::make_unique<BlockedInstance>(s.inputs[0].isRowMajor());
    }
};

class OrderInstance final : public Instance {
public:
    explicit OrderInstance(Signature const& s) : mFrom(s.inputs[0]), mTo(s.outputs[0]) {}
    bool enqueue(Args const& args) noexcept override {
        Tensor const& in = args.inputs[0];
        cpu::StridedCopy copy;
        copy.rank = in.rank;
        auto const rank = static_cast<size_t>(in.rank);
        for (size_t i = 0; i < rank; ++i)
            copy.dims[i] = in.dims[i];
        mFrom.outerStrides(in.shape(), {copy.fromStride, rank});
        mTo.outerStrides(in.shape(), {copy.toStride, rank});
        copy.elementBytes = bitsOf(in.dtype) / 8;
        copy.from = in.data;
        copy.to = args.outputs[0].data;
        cpu::copyStrided(copy);
        return true;
    }

private:
    Layout mFrom, mTo;
};

class OrderKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "reorder.order"; }
    std::string_view op() const noexcept override { return "reorder"; }
    Proposal propose(Problem const& problem) const override { return {{Signature::plain(problem)}, {}}; }
    bool accepts(Problem const& problem, Signature const& s) const override {
        OperandDesc const& in = problem.inputs.at(0);
        return s.inputs[0].blocks.empty() && s.outputs[0].blocks.empty() && in.ranked &&
               in.dims.size() <= cpu::kMaxCopyRank && bitsOf(in.type.dtype) >= 8;
    }
    double estimate(Problem const& problem, Signature const&) const override {
        return 500 + 1.5 * static_cast<double>(Layout().elements(problem.inputs[0].opt()));
    }
    std::unique_ptr<Instance> make(Problem const&, Signature const& s, int) const override {
        return std::make_unique<OrderInstance>(s);
    }
};

} // namespace
} // namespace reorder

void reorder_cpu(KernelTable& table) {
    table.add(std::make_unique<reorder::BlockedKernel>());
    table.add(std::make_unique<reorder::OrderKernel>());
}

} // namespace tenon::ops

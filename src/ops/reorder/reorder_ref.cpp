// SPDX-License-Identifier: Apache-2.0
// Reference reorder: element by element between any two layouts; padding becomes zero.
#include "kernel/table.h"

#include <array>
#include <cstring>

namespace tenon::ops {
namespace reorder {
namespace {

constexpr size_t kMostRank = 16;

class RefInstance final : public Instance {
public:
    explicit RefInstance(Signature const& s) : mFrom(s.inputs[0]), mTo(s.outputs[0]) {}

    bool enqueue(Args const& args) noexcept override {
        Tensor const& in = args.inputs[0];
        Tensor const& out = args.outputs[0];
        auto const bytes = static_cast<size_t>(bitsOf(in.dtype) / 8);
        auto const dims = in.shape();
        std::memset(out.data, 0, static_cast<size_t>(mTo.elements(dims)) * bytes);
        std::array<int64_t, kMostRank> storage{};
        std::span<int64_t> const index(storage.data(), dims.size());
        for (int64_t left = in.elements(); left > 0; --left) {
            auto const from = static_cast<size_t>(mFrom.offset(dims, index));
            auto const to = static_cast<size_t>(mTo.offset(dims, index));
            std::memcpy(static_cast<std::byte*>(out.data) + to * bytes,
                        static_cast<std::byte const*>(in.data) + from * bytes, bytes);
            for (size_t i = dims.size(); i-- > 0 && ++index[i] == dims[i];)
                index[i] = 0;
        }
        return true;
    }

private:
    Layout mFrom, mTo;
};

class RefKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "reorder.ref"; }
    std::string_view op() const noexcept override { return "reorder"; }
    bool isReference() const noexcept override { return true; }
    Proposal propose(Problem const& problem) const override { return {{Signature::plain(problem)}, {}}; }
    /// Any two layouts, so the list that propose() gives cannot hold them all.
    bool accepts(Problem const& problem, Signature const& s) const override {
        OperandDesc const& in = problem.inputs.at(0);
        return in.ranked && in.dims.size() <= kMostRank && bitsOf(in.type.dtype) >= 8 && s.inputs.size() == 1 &&
               s.outputs.size() == 1;
    }
    double estimate(Problem const& problem, Signature const& s) const override {
        return 1000 + 50.0 * static_cast<double>(s.outputs[0].elements(problem.inputs[0].opt()));
    }
    std::unique_ptr<Instance> make(Problem const&, Signature const& s, int) const override {
        return std::make_unique<RefInstance>(s);
    }
};

} // namespace
} // namespace reorder

void reorder_ref(KernelTable& table) {
    table.add(std::make_unique<reorder::RefKernel>());
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
#include "kernel/row_major.h"

#include <algorithm>

namespace tenon {
namespace {

class RowMajorKernel final : public Kernel {
public:
    explicit RowMajorKernel(RowMajor const& what) : m(what) {}
    std::string_view name() const noexcept override { return m.name; }
    std::string_view op() const noexcept override { return m.op; }

    Proposal propose(Problem const& problem) const override {
        if (problem.epilogue)
            return {{}, std::string(m.op) + " takes no epilogue"};
        if (std::string reason = m.refusal(problem); !reason.empty())
            return {{}, std::move(reason)};
        Signature s = Signature::plain(problem);
        s.inPlace = m.inPlace && problem.inputs[0].mayOverwrite ? 0 : -1;
        return {{std::move(s)}, {}};
    }
    int64_t workspace(Problem const& problem, Signature const&) const override {
        return m.workspace != nullptr ? m.workspace(problem) : 0;
    }
    double estimate(Problem const& problem, Signature const&) const override {
        double const elements = std::max(problem.inputs[0].optElements(), problem.outputs[0].optElements());
        return m.fixedNs + elements * m.elementNs;
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const&, int) const override {
        return m.make(problem);
    }

private:
    RowMajor m;
};

} // namespace

std::unique_ptr<Kernel> rowMajorKernel(RowMajor const& what) {
    return std::make_unique<RowMajorKernel>(what);
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Expand as one strided copy; repeated axes have stride 0.
#include "backend/cpu/move.h"
#include "kernel/elements.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace expand {
namespace {

bool run(NoAttrs const&, Args const& args) noexcept {
    Tensor const &in = args.inputs[0], &out = args.outputs[0];
    auto const missing = out.rank - in.rank;
    std::array<int64_t, cpu::kMaxCopyRank> from{}, to{};
    int64_t stride = 1, next = 1;
    for (int32_t i = out.rank; i-- > 0;) {
        auto const a = static_cast<size_t>(i);
        int64_t const dim = i >= missing ? in.dims[i - missing] : 1;
        from[a] = dim == 1 ? 0 : stride;
        to[a] = next;
        stride *= dim;
        next *= out.dims[i];
    }
    cpu::StridedCopy copy = cpu::copyOf(in, out);
    for (size_t a = 0; a < out.shape().size(); ++a)
        cpu::addAxis(copy, out.dims[a], from[a], to[a]);
    cpu::copyStrided(copy);
    return true;
}

} // namespace
} // namespace expand

void expand_cpu(KernelTable& table) {
    table.add(cpu::moveKernel<NoAttrs>("expand", "expand.cpu", expand::run));
}

} // namespace tenon::ops

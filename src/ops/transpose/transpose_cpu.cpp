// SPDX-License-Identifier: Apache-2.0
// Transpose as one strided copy, in tiles where the innermost axis moves.
#include "backend/cpu/move.h"
#include "kernel/table.h"
#include "ops/transpose/transpose.h"

namespace tenon::ops {
namespace transpose {
namespace {

bool run(Attributes const& a, Args const& args) noexcept {
    Tensor const& in = args.inputs[0];
    Tensor const& out = args.outputs[0];
    size_t const rank = in.shape().size();
    std::array<int64_t, cpu::kMaxCopyRank> strides{}, to{};
    int64_t from = 1, next = 1;
    for (size_t i = rank; i-- > 0;) {
        strides[i] = from;
        to[i] = next;
        from *= in.dims[i];
        next *= out.dims[i];
    }
    cpu::StridedCopy copy = cpu::copyOf(in, out);
    for (size_t i = 0; i < rank; ++i)
        cpu::addAxis(copy, out.dims[i], strides[a.axis(i, rank)], to[i]);
    cpu::copyStrided(copy);
    return true;
}

} // namespace
} // namespace transpose

void transpose_cpu(KernelTable& table) {
    table.add(cpu::moveKernel<transpose::Attributes>("transpose", "transpose.cpu", transpose::run));
}

} // namespace tenon::ops

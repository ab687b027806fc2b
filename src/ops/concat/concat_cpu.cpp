// SPDX-License-Identifier: Apache-2.0
// Concat as copies of rows, operand by operand: a row is everything from the axis on.
#include "backend/cpu/move.h"
#include "kernel/elements.h"
#include "kernel/table.h"
#include "ops/concat/concat.h"

namespace tenon::ops {
namespace concat {
namespace {

bool run(Attributes const& a, Args const& args) noexcept {
    Tensor const& out = args.outputs[0];
    auto const axis = axisOf(a.axis, out.rank);
    int64_t const outer = product(out.shape(), 0, axis);
    int64_t const rowOut = product(out.shape(), axis, out.shape().size());
    int64_t const bytes = bitsOf(out.dtype) / 8;
    std::byte* to = out.as<std::byte>();
    for (size_t i = 0; i < args.inputCount; ++i) {
        Tensor const& in = args.inputs[i];
        int64_t const row = product(in.shape(), axis, in.shape().size());
        cpu::copyRows(outer, row * bytes, in.data, row * bytes, to, rowOut * bytes);
        to += row * bytes;
    }
    return true;
}

} // namespace
} // namespace concat

void concat_cpu(KernelTable& table) {
    table.add(cpu::moveKernel<concat::Attributes>("concat", "concat.cpu", concat::run));
}

} // namespace tenon::ops

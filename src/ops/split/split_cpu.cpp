// SPDX-License-Identifier: Apache-2.0
// Split as copies of rows, result by result: a row is everything from the axis on.
#include "backend/cpu/move.h"
#include "kernel/elements.h"
#include "kernel/table.h"
#include "ops/split/split.h"

namespace tenon::ops {
namespace split {
namespace {

bool run(Attributes const& a, Args const& args) noexcept {
    Tensor const& in = args.inputs[0];
    auto const axis = axisOf(a.axis, in.rank);
    int64_t const outer = product(in.shape(), 0, axis), rowIn = product(in.shape(), axis, in.shape().size());
    int64_t const bytes = bitsOf(in.dtype) / 8;
    int64_t first = 0;
    for (size_t i = 0; i < args.outputCount; ++i) {
        Tensor const& out = args.outputs[i];
        int64_t const row = product(out.shape(), axis, out.shape().size());
        if (first + row > rowIn)
            return args.failure->set(Message::kRunFailed, "split: the parts are larger than the dim of %lld",
                                     static_cast<long long>(in.dims[axis]));
        cpu::copyRows(outer, row * bytes, in.as<std::byte const>() + first * bytes, rowIn * bytes, out.data,
                      row * bytes);
        first += row;
    }
    return true;
}

} // namespace
} // namespace split

void split_cpu(KernelTable& table) {
    table.add(cpu::moveKernel<split::Attributes>("split", "split.cpu", split::run));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Slice as one strided copy.
#include "backend/cpu/move.h"
#include "kernel/elements.h"
#include "kernel/table.h"
#include "ops/slice/slice.h"

namespace tenon::ops {
namespace slice {
namespace {

bool run(NoAttrs const&, Args const& args) noexcept {
    Tensor const& in = args.inputs[0];
    Tensor const& out = args.outputs[0];
    cpu::StridedCopy copy = cpu::copyOf(in, out);
    int64_t stride = in.elements();
    for (size_t a = 0; a < in.shape().size(); ++a) {
        stride = in.dims[a] == 0 ? 0 : stride / in.dims[a];
        cpu::addAxis(copy, in.dims[a], stride, 0);
    }
    int64_t offset = 0;
    for (int64_t i = 0; i < args.inputs[1].elements(); ++i) {
        size_t a = 0;
        if (!axisAt(args, 3, i, in.rank, a))
            return false;
        int64_t const step = args.has(4) ? integerAt(args.inputs[4], i) : 1;
        if (step == 0)
            return args.failure->set(Message::kRunFailed, "slice: a step of 0");
        Part const part = partOf(integerAt(args.inputs[1], i), integerAt(args.inputs[2], i), step, in.dims[a]);
        offset += part.count > 0 ? part.first * copy.fromStride[a] : 0;
        copy.fromStride[a] *= part.count > 1 ? step : 0;
        copy.dims[a] = part.count;
    }
    if (!std::equal(out.shape().begin(), out.shape().end(), copy.dims))
        return args.failure->set(Message::kRunFailed,
                                 "slice: the result has other dims than its memory was planned for");
    int64_t to = 1;
    for (size_t a = in.shape().size(); a-- > 0; to *= out.dims[a])
        copy.toStride[a] = to;
    copy.from = in.as<std::byte const>() + offset * copy.elementBytes;
    cpu::copyStrided(copy);
    return true;
}

} // namespace
} // namespace slice

void slice_cpu(KernelTable& table) {
    table.add(cpu::moveKernel<NoAttrs>("slice", "slice.cpu", slice::run));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Reference slice: a strided view of the data.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/slice/slice.h"

namespace tenon::ops {
namespace slice {
namespace {

bool run(NoAttrs const&, Args const& args) {
    Tensor const& in = args.inputs[0];
    Strided view{{in.shape().begin(), in.shape().end()}, rowMajorStrides(in.shape())};
    for (int64_t i = 0; i < args.inputs[1].elements(); ++i) {
        size_t a = 0;
        if (!axisAt(args, 3, i, in.rank, a))
            return false;
        int64_t const step = args.has(4) ? integerAt(args.inputs[4], i) : 1;
        if (step == 0)
            return args.failure->set(Message::kRunFailed, "slice: a step of 0");
        Part const part = partOf(integerAt(args.inputs[1], i), integerAt(args.inputs[2], i), step, in.dims[a]);
        view.offset += part.count > 0 ? part.first * view.strides[a] : 0;
        view.strides[a] *= part.count > 1 ? step : 0;
        view.dims[a] = part.count;
    }
    Tensor out;
    if (!resize(args.outputs[0], in.dtype, view.dims, args.failure, out))
        return false;
    copyView(in, out, view);
    return true;
}

} // namespace
} // namespace slice

void slice_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("slice", "slice.ref", slice::run));
}

} // namespace tenon::ops

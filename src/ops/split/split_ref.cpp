// SPDX-License-Identifier: Apache-2.0
// Reference split: views one behind the other along the axis.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/split/split.h"

namespace tenon::ops {
namespace split {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const& in = args.inputs[0];
    auto const axis = axisOf(a.axis, in.rank);
    auto const strides = rowMajorStrides(in.shape());
    int64_t first = 0;
    for (size_t i = 0; i < args.outputCount; ++i) {
        Tensor const& out = args.outputs[i];
        int64_t const size = out.dims[axis];
        if (first + size > in.dims[axis])
            return args.failure->set(Message::kRunFailed, "split: the parts are larger than the dim of %lld",
                                     static_cast<long long>(in.dims[axis]));
        copyView(in, out, {{out.shape().begin(), out.shape().end()}, strides, first * strides[axis]});
        first += size;
    }
    return true;
}

} // namespace
} // namespace split

void split_ref(KernelTable& table) {
    table.add(referenceKernel<split::Attributes>("split", "split.ref", split::run));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Reference transpose: a strided view of the operand.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/transpose/transpose.h"

namespace tenon::ops {
namespace transpose {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const& in = args.inputs[0];
    Tensor const& out = args.outputs[0];
    size_t const rank = in.shape().size();
    auto const strides = rowMajorStrides(in.shape());
    Strided view{{out.shape().begin(), out.shape().end()}, {}};
    for (size_t i = 0; i < rank; ++i)
        view.strides.push_back(strides[a.axis(i, rank)]);
    copyView(in, out, view);
    return true;
}

} // namespace
} // namespace transpose

void transpose_ref(KernelTable& table) {
    table.add(referenceKernel<transpose::Attributes>("transpose", "transpose.ref", transpose::run));
}

} // namespace tenon::ops

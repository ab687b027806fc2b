// SPDX-License-Identifier: Apache-2.0
// Reference gather_nd: one run of elements for each row of the indices.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/gather_nd/gather_nd.h"

namespace tenon::ops {
namespace gather_nd {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const &data = args.inputs[0], &indices = args.inputs[1];
    auto const batch = static_cast<size_t>(a.batch_dims);
    int64_t const depth = indices.dims[indices.rank - 1];
    auto const strides = rowMajorStrides(data.shape());
    int64_t const batches = product(indices.shape(), 0, batch);
    int64_t const rows = product(indices.shape(), batch, indices.shape().size() - 1);
    int64_t const run = product(data.shape(), batch + static_cast<size_t>(depth), data.shape().size());
    int64_t const step = product(data.shape(), batch, data.shape().size());
    ElementCopy const copy(data, args.outputs[0]);
    for (int64_t row = 0; row < batches * rows; ++row) {
        int64_t from = row / rows * step;
        for (int64_t d = 0; d < depth; ++d) {
            int64_t position = integerAt(indices, row * depth + d);
            size_t const axis = batch + static_cast<size_t>(d);
            if (!wrapIndex(position, data.dims[axis], "gather_nd", args.failure))
                return false;
            from += position * strides[axis];
        }
        for (int64_t i = 0; i < run; ++i)
            copy(from + i, row * run + i);
    }
    return true;
}

} // namespace
} // namespace gather_nd

void gather_nd_ref(KernelTable& table) {
    table.add(referenceKernel<gather_nd::Attributes>("gather_nd", "gather_nd.ref", gather_nd::run));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Reference scatter_nd: updates apply in row-major order.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/scatter_nd/scatter_nd.h"

namespace tenon::ops {
namespace scatter_nd {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const &data = args.inputs[0], &indices = args.inputs[1], &updates = args.inputs[2], &out = args.outputs[0];
    if (!copyAll(data, out, args.failure))
        return false;
    int64_t const depth = indices.dims[indices.rank - 1];
    int64_t const rows = product(indices.shape(), 0, indices.shape().size() - 1);
    int64_t const run = product(data.shape(), static_cast<size_t>(depth), data.shape().size());
    if (updates.elements() != rows * run)
        return args.failure->set(Message::kRunFailed, "scatter_nd: the updates do not fit the indices and the data");
    auto const strides = rowMajorStrides(data.shape());
    ElementCopy const copy(updates, out);
    for (int64_t row = 0; row < rows; ++row) {
        int64_t to = 0;
        for (int64_t d = 0; d < depth; ++d) {
            int64_t position = integerAt(indices, row * depth + d);
            if (!wrapIndex(position, data.dims[d], "scatter_nd", args.failure))
                return false;
            to += position * strides[static_cast<size_t>(d)];
        }
        for (int64_t i = 0; i < run; ++i)
            if (a.reduction == Reduction::kNone)
                copy(row * run + i, to + i);
            else
                meetAt(a.reduction, updates, row * run + i, out, to + i);
    }
    return true;
}

} // namespace
} // namespace scatter_nd

void scatter_nd_ref(KernelTable& table) {
    table.add(referenceKernel<scatter_nd::Attributes>("scatter_nd", "scatter_nd.ref", scatter_nd::run));
}

} // namespace tenon::ops

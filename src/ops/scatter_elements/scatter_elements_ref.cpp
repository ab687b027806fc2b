// SPDX-License-Identifier: Apache-2.0
// Reference scatter_elements: updates apply in row-major order.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/scatter_elements/scatter_elements.h"

namespace tenon::ops {
namespace scatter_elements {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const &data = args.inputs[0], &indices = args.inputs[1], &updates = args.inputs[2], &out = args.outputs[0];
    if (!copyAll(data, out, args.failure))
        return false;
    auto const axis = axisOf(a.axis, data.rank);
    auto const to = rowMajorStrides(data.shape()), from = rowMajorStrides(indices.shape());
    ElementCopy const copy(updates, out);
    for (int64_t i = 0; i < indices.elements(); ++i) {
        int64_t at = 0;
        for (size_t d = 0; d < to.size(); ++d) {
            int64_t position = d == axis ? integerAt(indices, i) : i / from[d] % indices.dims[d];
            if (!wrapIndex(position, data.dims[d], "scatter_elements", args.failure))
                return false;
            at += position * to[d];
        }
        if (a.reduction == Reduction::kNone)
            copy(i, at);
        else
            meetAt(a.reduction, updates, i, out, at);
    }
    return true;
}

} // namespace
} // namespace scatter_elements

void scatter_elements_ref(KernelTable& table) {
    table.add(referenceKernel<scatter_elements::Attributes>("scatter_elements", "scatter_elements.ref",
                                                            scatter_elements::run));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Reference gather_elements.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/gather_elements/gather_elements.h"

namespace tenon::ops {
namespace gather_elements {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const &data = args.inputs[0], &indices = args.inputs[1];
    auto const axis = axisOf(a.axis, data.rank);
    auto const from = rowMajorStrides(data.shape()), to = rowMajorStrides(indices.shape());
    ElementCopy const copy(data, args.outputs[0]);
    for (int64_t i = 0; i < indices.elements(); ++i) {
        int64_t at = 0;
        for (size_t d = 0; d < from.size(); ++d) {
            int64_t position = d == axis ? integerAt(indices, i) : i / to[d] % indices.dims[d];
            if (!wrapIndex(position, data.dims[d], "gather_elements", args.failure))
                return false;
            at += position * from[d];
        }
        copy(at, i);
    }
    return true;
}

} // namespace
} // namespace gather_elements

void gather_elements_ref(KernelTable& table) {
    table.add(
        referenceKernel<gather_elements::Attributes>("gather_elements", "gather_elements.ref", gather_elements::run));
}

} // namespace tenon::ops

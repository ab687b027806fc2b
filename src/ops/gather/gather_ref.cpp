// SPDX-License-Identifier: Apache-2.0
// Reference gather: element by element, of any type.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/gather/gather.h"

namespace tenon::ops {
namespace gather {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const& data = args.inputs[0];
    auto const axis = axisOf(a.axis, data.rank);
    int64_t const outer = product(data.shape(), 0, axis), size = data.dims[axis];
    int64_t const inner = product(data.shape(), axis + 1, data.shape().size());
    std::vector<int64_t> indices = integersOf(args.inputs[1]);
    for (int64_t& index : indices)
        if (!wrapIndex(index, size, "gather", args.failure))
            return false;
    ElementCopy const copy(data, args.outputs[0]);
    int64_t to = 0;
    for (int64_t o = 0; o < outer; ++o)
        for (int64_t index : indices)
            for (int64_t i = 0; i < inner; ++i)
                copy((o * size + index) * inner + i, to++);
    return true;
}

} // namespace
} // namespace gather

void gather_ref(KernelTable& table) {
    table.add(referenceKernel<gather::Attributes>("gather", "gather.ref", gather::run));
}

} // namespace tenon::ops

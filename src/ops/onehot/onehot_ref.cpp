// SPDX-License-Identifier: Apache-2.0
// Reference onehot: an index outside [-depth, depth) gives a row of off values.
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/onehot/onehot.h"

#include <cmath>

namespace tenon::ops {
namespace onehot {
namespace {

/// An index of any numeric type; a floating one that is no integer points nowhere.
int64_t indexAt(Tensor const& tensor, int64_t i, int64_t depth) {
    double value = -1;
    withType(tensor.dtype, [&](auto sample) { value = static_cast<double>(tensor.as<decltype(sample) const>()[i]); });
    if (!(value >= static_cast<double>(-depth) && value < static_cast<double>(depth)) || value != std::floor(value))
        return -1;
    return static_cast<int64_t>(value) + (value < 0 ? depth : 0);
}

bool run(Attributes const& a, Args const& args) {
    Tensor const &indices = args.inputs[0], &out = args.outputs[0];
    auto const axis = axisOf(a.axis, out.rank);
    int64_t const depth = out.dims[axis], inner = product(out.shape(), axis + 1, out.shape().size());
    ElementCopy const copy(args.inputs[2], out);
    for (int64_t i = 0; i < indices.elements(); ++i) {
        int64_t const on = indexAt(indices, i, depth);
        for (int64_t d = 0; d < depth; ++d)
            copy(d == on ? 1 : 0, (i / inner * depth + d) * inner + i % inner);
    }
    return true;
}

} // namespace
} // namespace onehot

void onehot_ref(KernelTable& table) {
    table.add(referenceKernel<onehot::Attributes>("onehot", "onehot.ref", onehot::run));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Reference concat: element by element, of any type.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/concat/concat.h"

namespace tenon::ops {
namespace concat {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const& out = args.outputs[0];
    auto const axis = axisOf(a.axis, out.rank);
    int64_t const outer = product(out.shape(), 0, axis);
    int64_t to = 0;
    for (int64_t o = 0; o < outer; ++o)
        for (size_t i = 0; i < args.inputCount; ++i) {
            Tensor const& in = args.inputs[i];
            ElementCopy const copy(in, out);
            int64_t const row = product(in.shape(), axis, in.shape().size());
            for (int64_t at = 0; at < row; ++at)
                copy(o * row + at, to++);
        }
    return true;
}

} // namespace
} // namespace concat

void concat_ref(KernelTable& table) {
    table.add(referenceKernel<concat::Attributes>("concat", "concat.ref", concat::run));
}

} // namespace tenon::ops

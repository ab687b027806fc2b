// SPDX-License-Identifier: Apache-2.0
// Reference string_concat.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace string_concat {
namespace {

bool run(NoAttrs const&, Args const& args) {
    Tensor const &a = args.inputs[0], &b = args.inputs[1], &out = args.outputs[0];
    std::vector<int64_t> const from = broadcastPositions(b, out.shape());
    size_t at = 0;
    for (int64_t position : broadcastPositions(a, out.shape())) {
        auto const other = static_cast<size_t>(from[at]);
        out.box->strings[at++] = a.box->strings[static_cast<size_t>(position)] + b.box->strings[other];
    }
    return true;
}

} // namespace
} // namespace string_concat

void string_concat_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("string_concat", "string_concat.ref", string_concat::run));
}

} // namespace tenon::ops

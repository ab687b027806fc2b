// SPDX-License-Identifier: Apache-2.0
// Reference string_equal.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace string_equal {
namespace {

bool run(NoAttrs const&, Args const& args) {
    Tensor const &a = args.inputs[0], &b = args.inputs[1], &out = args.outputs[0];
    std::vector<int64_t> const from = broadcastPositions(b, out.shape());
    int64_t at = 0;
    for (int64_t position : broadcastPositions(a, out.shape())) {
        auto const other = static_cast<size_t>(from[static_cast<size_t>(at)]);
        out.as<bool>()[at++] = a.box->strings[static_cast<size_t>(position)] == b.box->strings[other];
    }
    return true;
}

} // namespace
} // namespace string_equal

void string_equal_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("string_equal", "string_equal.ref", string_equal::run));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Reference sequence_at.
#include "kernel/elements.h"
#include "kernel/evaluate.h"
#include "kernel/reference.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace sequence_at {
namespace {

bool run(NoAttrs const&, Args const& args) {
    std::vector<Box>& items = args.inputs[0].box->items;
    int64_t position = integerAt(args.inputs[1], 0);
    if (!wrapIndex(position, static_cast<int64_t>(items.size()), "sequence_at", args.failure))
        return false;
    Box& item = items[static_cast<size_t>(position)];
    Tensor out;
    return resize(args.outputs[0], item.dtype, item.dims, args.failure, out) &&
           copyAll(tensorOf(item), out, args.failure);
}

} // namespace
} // namespace sequence_at

void sequence_at_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("sequence_at", "sequence_at.ref", sequence_at::run));
}

} // namespace tenon::ops

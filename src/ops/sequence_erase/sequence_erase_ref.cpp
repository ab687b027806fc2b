// SPDX-License-Identifier: Apache-2.0
// Reference sequence_erase.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace sequence_erase {
namespace {

bool run(NoAttrs const&, Args const& args) {
    Box const& from = *args.inputs[0].box;
    std::vector<Box> items = from.items;
    int64_t position = args.has(1) ? integerAt(args.inputs[1], 0) : -1;
    if (!wrapIndex(position, static_cast<int64_t>(items.size()), "sequence_erase", args.failure))
        return false;
    items.erase(items.begin() + position);
    return setSequence(args.outputs[0], from.dtype, std::move(items), args.failure);
}

} // namespace
} // namespace sequence_erase

void sequence_erase_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("sequence_erase", "sequence_erase.ref", sequence_erase::run));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Reference sequence_insert.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace sequence_insert {
namespace {

bool run(NoAttrs const&, Args const& args) {
    std::vector<Box> items = args.inputs[0].box->items;
    auto const count = static_cast<int64_t>(items.size());
    int64_t position = count;
    if (args.has(2)) {
        position = integerAt(args.inputs[2], 0);
        if (position < -count || position > count)
            return args.failure->set(
                Message::kIndexRange, "sequence_insert: the index %lld lies outside the range [%lld, %lld]",
                static_cast<long long>(position), static_cast<long long>(-count), static_cast<long long>(count));
        position += position < 0 ? count : 0;
    }
    items.insert(items.begin() + position, boxOf(args.inputs[1]));
    return setSequence(args.outputs[0], args.inputs[1].dtype, std::move(items), args.failure);
}

} // namespace
} // namespace sequence_insert

void sequence_insert_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("sequence_insert", "sequence_insert.ref", sequence_insert::run));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Reference sequence_construct.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace sequence_construct {
namespace {

bool run(NoAttrs const&, Args const& args) {
    std::vector<Box> items;
    for (size_t i = 0; i < args.inputCount; ++i)
        items.push_back(boxOf(args.inputs[i]));
    return setSequence(args.outputs[0], args.inputs[0].dtype, std::move(items), args.failure);
}

} // namespace
} // namespace sequence_construct

void sequence_construct_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("sequence_construct", "sequence_construct.ref", sequence_construct::run));
}

} // namespace tenon::ops

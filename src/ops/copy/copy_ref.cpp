// SPDX-License-Identifier: Apache-2.0
// Reference copy.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace copy {
namespace {

bool run(NoAttrs const&, Args const& args) {
    if (args.outputs[0].box == nullptr)
        return copyAll(args.inputs[0], args.outputs[0], args.failure);
    *args.outputs[0].box = boxOf(args.inputs[0]);
    return true;
}

} // namespace
} // namespace copy

void copy_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("copy", "copy.ref", copy::run));
}

} // namespace tenon::ops

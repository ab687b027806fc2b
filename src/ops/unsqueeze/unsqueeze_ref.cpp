// SPDX-License-Identifier: Apache-2.0
// Reference unsqueeze: a copy; the dims of the result are all that changes.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace unsqueeze {
namespace {

bool run(NoAttrs const&, Args const& args) {
    return copyAll(args.inputs[0], args.outputs[0], args.failure);
}

} // namespace
} // namespace unsqueeze

void unsqueeze_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("unsqueeze", "unsqueeze.ref", unsqueeze::run));
}

} // namespace tenon::ops

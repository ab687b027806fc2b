// SPDX-License-Identifier: Apache-2.0
// Reference reshape: a copy; the dims of the result are all that changes.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/reshape/reshape.h"

namespace tenon::ops {
namespace reshape {
namespace {

bool run(Attributes const&, Args const& args) {
    return copyAll(args.inputs[0], args.outputs[0], args.failure);
}

} // namespace
} // namespace reshape

void reshape_ref(KernelTable& table) {
    table.add(referenceKernel<reshape::Attributes>("reshape", "reshape.ref", reshape::run));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Reference size.
#include "kernel/reference.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace size {
namespace {

bool run(NoAttrs const&, Args const& args) {
    *args.outputs[0].as<int64_t>() = args.inputs[0].elements();
    return true;
}

} // namespace
} // namespace size

void size_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("size", "size.ref", size::run));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Reference flatten: a copy; the dims of the result are all that changes.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/flatten/flatten.h"

namespace tenon::ops {
namespace flatten {
namespace {

bool run(Attributes const&, Args const& args) {
    return copyAll(args.inputs[0], args.outputs[0], args.failure);
}

} // namespace
} // namespace flatten

void flatten_ref(KernelTable& table) {
    table.add(referenceKernel<flatten::Attributes>("flatten", "flatten.ref", flatten::run));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Reference optional.
#include "ops/optional/optional.h"

#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace optional {
namespace {

bool run(Attributes const& a, Args const& args) {
    Box out;
    out.kind = Kind::kOptional;
    out.dtype = args.has(0) ? args.inputs[0].dtype : a.element.dtype;
    if (args.has(0))
        out.items.push_back(boxOf(args.inputs[0]));
    *args.outputs[0].box = std::move(out);
    return true;
}

} // namespace
} // namespace optional

void optional_ref(KernelTable& table) {
    table.add(referenceKernel<optional::Attributes>("optional", "optional.ref", optional::run));
}

} // namespace tenon::ops

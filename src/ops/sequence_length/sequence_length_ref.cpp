// SPDX-License-Identifier: Apache-2.0
// Reference sequence_length.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace sequence_length {
namespace {

bool run(NoAttrs const&, Args const& args) {
    *args.outputs[0].as<int64_t>() = static_cast<int64_t>(args.inputs[0].box->items.size());
    return true;
}

} // namespace
} // namespace sequence_length

void sequence_length_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("sequence_length", "sequence_length.ref", sequence_length::run));
}

} // namespace tenon::ops

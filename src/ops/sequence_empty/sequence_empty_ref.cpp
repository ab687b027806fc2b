// SPDX-License-Identifier: Apache-2.0
// Reference sequence_empty.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/sequence_empty/sequence_empty.h"

namespace tenon::ops {
namespace sequence_empty {
namespace {

bool run(Attributes const& a, Args const& args) {
    return setSequence(args.outputs[0], a.dtype, {}, args.failure);
}

} // namespace
} // namespace sequence_empty

void sequence_empty_ref(KernelTable& table) {
    table.add(referenceKernel<sequence_empty::Attributes>("sequence_empty", "sequence_empty.ref", sequence_empty::run));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Reference expand: a view whose repeated axes have stride 0.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "shape/strided.h"

namespace tenon::ops {
namespace expand {
namespace {

bool run(NoAttrs const&, Args const& args) {
    Tensor const &in = args.inputs[0], &out = args.outputs[0];
    copyView(in, out, expanded({in.shape().begin(), in.shape().end()}, {out.shape().begin(), out.shape().end()}));
    return true;
}

} // namespace
} // namespace expand

void expand_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("expand", "expand.ref", expand::run));
}

} // namespace tenon::ops

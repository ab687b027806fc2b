// SPDX-License-Identifier: Apache-2.0
// Reference choose.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace choose {
namespace {

bool run(NoAttrs const&, Args const& args) {
    Tensor const& out = args.outputs[0];
    std::vector<int64_t> const x = broadcastPositions(args.inputs[1], out.shape());
    std::vector<int64_t> const y = broadcastPositions(args.inputs[2], out.shape());
    ElementCopy const fromX(args.inputs[1], out), fromY(args.inputs[2], out);
    if (int64_t const bits = bitsOf(out.dtype) * out.elements(); bits % 8 != 0)
        out.as<uint8_t>()[bits / 8] = 0; // part of the last byte is no element
    int64_t at = 0;
    for (int64_t position : broadcastPositions(args.inputs[0], out.shape())) {
        auto const i = static_cast<size_t>(at);
        if (args.inputs[0].as<bool const>()[position])
            fromX(x[i], at);
        else
            fromY(y[i], at);
        ++at;
    }
    return true;
}

} // namespace
} // namespace choose

void choose_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("choose", "choose.ref", choose::run));
}

} // namespace tenon::ops

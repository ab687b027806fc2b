// SPDX-License-Identifier: Apache-2.0
// Tile as one strided copy over twice the axes.
#include "backend/cpu/move.h"
#include "kernel/elements.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace tile {
namespace {

bool run(NoAttrs const&, Args const& args) noexcept {
    Tensor const &in = args.inputs[0], &out = args.outputs[0];
    if (out.elements() == 0)
        return true;
    cpu::StridedCopy copy = cpu::copyOf(in, out);
    int64_t from = in.elements(), to = out.elements();
    for (size_t i = 0; i < in.shape().size(); ++i) {
        from /= in.dims[i];
        to /= out.dims[i];
        cpu::addAxis(copy, out.dims[i] / in.dims[i], 0, to * in.dims[i]);
        cpu::addAxis(copy, in.dims[i], from, to);
    }
    cpu::copyStrided(copy);
    return true;
}

} // namespace
} // namespace tile

void tile_cpu(KernelTable& table) {
    table.add(cpu::moveKernel<NoAttrs>("tile", "tile.cpu", tile::run));
}

} // namespace tenon::ops

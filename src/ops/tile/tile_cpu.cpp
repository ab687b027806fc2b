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
    cpu::Move move;
    int64_t from = in.elements(), to = out.elements();
    for (size_t i = 0; i < in.shape().size(); ++i) {
        from /= in.dims[i];
        to /= out.dims[i];
        move.add(out.dims[i] / in.dims[i], 0, to * in.dims[i]);
        move.add(in.dims[i], from, to);
    }
    cpu::copyStrided(move, bitsOf(in.dtype) / 8, in.data, out.data);
    return true;
}

} // namespace
} // namespace tile

void tile_cpu(KernelTable& table) {
    table.add(cpu::moveKernel<NoAttrs>("tile", "tile.cpu", tile::run));
}

} // namespace tenon::ops

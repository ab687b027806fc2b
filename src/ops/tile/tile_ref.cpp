// SPDX-License-Identifier: Apache-2.0
// Reference tile: a view with a repeated axis in front of each.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "shape/strided.h"

namespace tenon::ops {
namespace tile {
namespace {

bool run(NoAttrs const&, Args const& args) {
    Tensor const& in = args.inputs[0];
    std::vector<int64_t> dims;
    for (int64_t i = 0; i < args.inputs[1].elements() && i < in.rank; ++i)
        dims.push_back(in.dims[i] * integerAt(args.inputs[1], i));
    Tensor out;
    if (!resize(args.outputs[0], in.dtype, dims, args.failure, out))
        return false;
    copyView(in, out, tiled({in.shape().begin(), in.shape().end()}, dims));
    return true;
}

} // namespace
} // namespace tile

void tile_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("tile", "tile.ref", tile::run));
}

} // namespace tenon::ops

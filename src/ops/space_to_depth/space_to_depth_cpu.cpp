// SPDX-License-Identifier: Apache-2.0
// SpaceToDepth as one strided copy of six axes.
#include "backend/cpu/move.h"
#include "kernel/elements.h"
#include "kernel/table.h"
#include "ops/space_to_depth/space_to_depth.h"

namespace tenon::ops {
namespace space_to_depth {
namespace {

bool run(Attributes const& a, Args const& args) noexcept {
    Tensor const &in = args.inputs[0], &out = args.outputs[0];
    int64_t const n = in.dims[0], depth = in.dims[1], width = in.dims[3], b = a.blocksize, h = out.dims[2],
                  w = out.dims[3];
    int64_t const image = in.dims[2] * width, small = h * w, column = a.columnRowDepth ? small : depth * small;
    cpu::StridedCopy copy = cpu::copyOf(in, out);
    cpu::addAxis(copy, n, depth * image, depth * b * b * small);
    cpu::addAxis(copy, b, width, b * column);
    cpu::addAxis(copy, b, 1, column);
    cpu::addAxis(copy, depth, image, a.columnRowDepth ? b * b * small : small);
    cpu::addAxis(copy, h, b * width, w);
    cpu::addAxis(copy, w, b, 1);
    cpu::copyStrided(copy);
    return true;
}

} // namespace
} // namespace space_to_depth

void space_to_depth_cpu(KernelTable& table) {
    table.add(cpu::moveKernel<space_to_depth::Attributes>("space_to_depth", "space_to_depth.cpu", space_to_depth::run));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// DepthToSpace as one strided copy of six axes.
#include "backend/cpu/move.h"
#include "kernel/elements.h"
#include "kernel/table.h"
#include "ops/depth_to_space/depth_to_space.h"

namespace tenon::ops {
namespace depth_to_space {
namespace {

bool run(Attributes const& a, Args const& args) noexcept {
    Tensor const &in = args.inputs[0], &out = args.outputs[0];
    int64_t const n = in.dims[0], h = in.dims[2], w = in.dims[3], b = a.blocksize, depth = out.dims[1];
    int64_t const image = h * w, blockDepth = a.columnRowDepth ? 1 : depth;
    cpu::StridedCopy copy = cpu::copyOf(in, out);
    cpu::addAxis(copy, n, in.dims[1] * image, depth * image * b * b);
    cpu::addAxis(copy, depth, a.columnRowDepth ? b * b * image : image, image * b * b);
    cpu::addAxis(copy, h, w, w * b * b);
    cpu::addAxis(copy, b, b * blockDepth * image, w * b);
    cpu::addAxis(copy, w, 1, b);
    cpu::addAxis(copy, b, blockDepth * image, 1);
    cpu::copyStrided(copy);
    return true;
}

} // namespace
} // namespace depth_to_space

void depth_to_space_cpu(KernelTable& table) {
    table.add(cpu::moveKernel<depth_to_space::Attributes>("depth_to_space", "depth_to_space.cpu", depth_to_space::run));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Reference depth_to_space: a transposition of six axes.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/depth_to_space/depth_to_space.h"

namespace tenon::ops {
namespace depth_to_space {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const &in = args.inputs[0], &out = args.outputs[0];
    int64_t const n = in.dims[0], h = in.dims[2], w = in.dims[3], b = a.blocksize, depth = out.dims[1];
    int64_t const image = h * w, channels = in.dims[1] * image;
    int64_t const blockRow = a.columnRowDepth ? b * image : b * depth * image,
                  blockColumn = a.columnRowDepth ? image : depth * image;
    int64_t const channel = a.columnRowDepth ? b * b * image : image;
    copyView(in, out, {{n, depth, h, b, w, b}, {channels, channel, w, blockRow, 1, blockColumn}});
    return true;
}

} // namespace
} // namespace depth_to_space

void depth_to_space_ref(KernelTable& table) {
    table.add(referenceKernel<depth_to_space::Attributes>("depth_to_space", "depth_to_space.ref", depth_to_space::run));
}

} // namespace tenon::ops

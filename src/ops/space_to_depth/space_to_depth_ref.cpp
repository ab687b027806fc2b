// SPDX-License-Identifier: Apache-2.0
// Reference space_to_depth: a transposition of six axes.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/space_to_depth/space_to_depth.h"

namespace tenon::ops {
namespace space_to_depth {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const &in = args.inputs[0], &out = args.outputs[0];
    int64_t const n = in.dims[0], depth = in.dims[1], width = in.dims[3], b = a.blocksize, h = out.dims[2],
                  w = out.dims[3];
    int64_t const image = in.dims[2] * width;
    if (a.columnRowDepth)
        copyView(in, out, {{n, depth, b, b, h, w}, {depth * image, image, width, 1, b * width, b}});
    else
        copyView(in, out, {{n, b, b, depth, h, w}, {depth * image, width, 1, image, b * width, b}});
    return true;
}

} // namespace
} // namespace space_to_depth

void space_to_depth_ref(KernelTable& table) {
    table.add(referenceKernel<space_to_depth::Attributes>("space_to_depth", "space_to_depth.ref", space_to_depth::run));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Reference affine_grid.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/affine_grid/affine_grid.h"

namespace tenon::ops {
namespace affine_grid {
namespace {

/// Where element i of n lies between -1 and 1.
double place(int64_t i, int64_t n, bool alignCorners) {
    auto const at = static_cast<double>(i), count = static_cast<double>(n);
    if (alignCorners)
        return n == 1 ? -1 : 2 * at / (count - 1) - 1;
    return (2 * at + 1) / count - 1;
}

bool run(Attributes const& a, Args const& args) {
    Tensor const& theta = args.inputs[0];
    std::vector<int64_t> const size = integersOf(args.inputs[1]);
    size_t const axes = size.size() - 2;
    auto const wide = static_cast<int64_t>(axes);
    if (theta.dims[0] != size[0] || theta.dims[1] != wide || theta.dims[2] != wide + 1)
        return args.failure->set(Message::kShape, "affine_grid: the matrices do not fit the size");
    std::vector<int64_t> dims{size[0]};
    dims.insert(dims.end(), size.begin() + 2, size.end());
    dims.push_back(wide);
    Tensor out;
    if (!resize(args.outputs[0], theta.dtype, dims, args.failure, out))
        return false;
    int64_t const places = product(dims, 1, axes + 1);
    std::vector<double> point(axes + 1, 1);
    for (int64_t i = 0; i < size[0] * places; ++i) {
        int64_t rest = i % places;
        for (size_t k = axes; k-- > 0; rest /= dims[k + 1]) // the last axis comes first
            point[axes - 1 - k] = place(rest % dims[k + 1], dims[k + 1], a.alignCorners);
        for (int64_t row = 0; row < wide; ++row) {
            double sum = 0;
            for (size_t k = 0; k <= axes; ++k)
                sum += numberAt(theta, (i / places * wide + row) * (wide + 1) + static_cast<int64_t>(k)) * point[k];
            setNumber(out, i * wide + row, sum);
        }
    }
    return true;
}

} // namespace
} // namespace affine_grid

void affine_grid_ref(KernelTable& table) {
    table.add(referenceKernel<affine_grid::Attributes>("affine_grid", "affine_grid.ref", affine_grid::run));
}

} // namespace tenon::ops

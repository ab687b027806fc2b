// SPDX-License-Identifier: Apache-2.0
// Reference grid_sample: for each place of the grid the weighted sum over all combinations of taps, in double.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/grid_sample/grid_sample.h"

#include <cmath>

namespace tenon::ops {
namespace grid_sample {
namespace {

/// The weighted sum over all combinations of taps of the axes from `axis` on.
double sum(Tensor const& x, std::vector<Taps> const& taps, size_t axis, int64_t at) {
    if (axis == taps.size())
        return numberAt(x, at);
    double total = 0;
    for (int i = 0; i < taps[axis].count; ++i)
        if (Tap const& t = taps[axis].tap[static_cast<size_t>(i)]; t.index >= 0 && t.weight != 0)
            total += t.weight * sum(x, taps, axis + 1, at * x.dims[axis + 2] + t.index);
    return total;
}

bool run(Attributes const& a, Args const& args) {
    Tensor const &x = args.inputs[0], &grid = args.inputs[1], &y = args.outputs[0];
    auto const axes = static_cast<size_t>(x.rank) - 2;
    if (grid.dims[0] != x.dims[0] || grid.dims[grid.rank - 1] != static_cast<int64_t>(axes))
        return args.failure->set(Message::kShape, "grid_sample: the grid does not fit what is sampled");
    int64_t const places = product(grid.shape(), 1, axes + 1), channels = x.dims[1];
    if (y.elements() == 0)
        return true;
    std::vector<Axis> axis;
    for (size_t i = 0; i < axes; ++i) {
        if (x.dims[i + 2] == 0)
            return args.failure->set(Message::kShape, "grid_sample: there is nothing to sample along axis %zu", i + 2);
        axis.emplace_back(a, x.dims[i + 2]);
    }
    std::vector<Taps> taps(axes);
    for (int64_t n = 0; n < x.dims[0]; ++n)
        for (int64_t p = 0; p < places; ++p) {
            int64_t const at = (n * places + p) * static_cast<int64_t>(axes);
            for (size_t i = 0; i < axes; ++i)
                taps[i] = axis[i].taps(numberAt(grid, at + static_cast<int64_t>(axes - 1 - i)));
            for (int64_t c = 0; c < channels; ++c) {
                double const value = sum(x, taps, 0, n * channels + c);
                setNumber(y, (n * channels + c) * places + p, isFloating(x.dtype) ? value : std::trunc(value));
            }
        }
    return true;
}

} // namespace
} // namespace grid_sample

void grid_sample_ref(KernelTable& table) {
    table.add(referenceKernel<grid_sample::Attributes>("grid_sample", "grid_sample.ref", grid_sample::run));
}

} // namespace tenon::ops

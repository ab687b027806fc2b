// SPDX-License-Identifier: Apache-2.0
// grid_sample.taps: fp32 images, nearest and linear. The four elements that a place reads and their weights are worked
// out for a block of places and then serve all channels.
#include "kernel/parallel.h"
#include "kernel/row_major.h"
#include "kernel/table.h"
#include "ops/grid_sample/grid_sample.h"

#include <algorithm>

namespace tenon::ops {
namespace grid_sample {
namespace {

constexpr int64_t kBlock = 128;

/// Offsets into a plane and weights of four elements, for each place of a block. What lies outside has weight 0.
struct Corners {
    int32_t offset[4][kBlock];
    float weight[4][kBlock];
};

void fill(Axis const& rows, Axis const& columns, int64_t width, float const* grid, int64_t count,
          Corners& to) noexcept {
    for (int64_t i = 0; i < count; ++i) {
        Taps const across = columns.taps(static_cast<double>(grid[2 * i]));
        Taps const down = rows.taps(static_cast<double>(grid[2 * i + 1]));
        for (int k = 0; k < 4; ++k) {
            int const r = k / 2, c = k % 2;
            bool const there = r < down.count && c < across.count;
            Tap const row = there ? down.tap[static_cast<size_t>(r)] : Tap{-1, 0};
            Tap const column = there ? across.tap[static_cast<size_t>(c)] : Tap{-1, 0};
            bool const inside = row.index >= 0 && column.index >= 0;
            to.offset[k][i] = inside ? static_cast<int32_t>(row.index * width + column.index) : 0;
            to.weight[k][i] = inside ? static_cast<float>(row.weight * column.weight) : 0.0f;
        }
    }
}

/// An element of weight 0 adds nothing, even where it is infinite.
float term(float const* plane, Corners const& c, int k, int64_t i) noexcept {
    float const weight = c.weight[k][i];
    return weight != 0 ? weight * plane[c.offset[k][i]] : 0.0f;
}

class TapsInstance final : public Instance {
public:
    explicit TapsInstance(Problem const& problem) : mAttrs(problem.attrs.as<Attributes>()) {}

    bool enqueue(Args const& args) noexcept override {
        Tensor const &x = args.inputs[0], &grid = args.inputs[1];
        int64_t const channels = x.dims[1], height = x.dims[2], width = x.dims[3];
        int64_t const places = grid.dims[1] * grid.dims[2], blocks = (places + kBlock - 1) / kBlock;
        if (args.outputs[0].elements() == 0)
            return true;
        if (height == 0 || width == 0 || grid.dims[0] != x.dims[0] || grid.dims[3] != 2)
            return args.failure->set(Message::kShape, "grid_sample: the grid does not fit what is sampled");
        Axis const rows(mAttrs, height), columns(mAttrs, width);
        int64_t const grain = std::max<int64_t>(1, kSerialNanoseconds / (kBlock * (20 + 2 * channels)));
        parallelFor(x.dims[0] * blocks, grain, [&](int64_t begin, int64_t end) {
            Corners corners;
            for (int64_t t = begin; t < end; ++t) {
                int64_t const n = t / blocks, first = t % blocks * kBlock, count = std::min(kBlock, places - first);
                fill(rows, columns, width, grid.as<float const>() + (n * places + first) * 2, count, corners);
                for (int64_t c = 0; c < channels; ++c) {
                    float const* const plane = x.as<float const>() + (n * channels + c) * height * width;
                    float* const y = args.outputs[0].as<float>() + (n * channels + c) * places + first;
                    for (int64_t i = 0; i < count; ++i)
                        y[i] = term(plane, corners, 0, i) + term(plane, corners, 1, i) + term(plane, corners, 2, i) +
                               term(plane, corners, 3, i);
                }
            }
        });
        return true;
    }

private:
    Attributes mAttrs;
};

std::string refusal(Problem const& problem) {
    if (problem.inputs[0].type.dtype != DType::kF32 || problem.inputs[1].type.dtype != DType::kF32)
        return "only f32 is computed";
    auto const& dims = problem.inputs[0].dims;
    if (!problem.inputs[0].ranked || !problem.inputs[1].ranked || dims.size() != 4)
        return "only images are sampled";
    if (problem.attrs.as<Attributes>().mode == Mode::kCubic)
        return "cubic sampling is computed by the reference alone";
    if (dims[2].max > 30'000 || dims[3].max > 30'000)
        return "an image may be too large";
    return {};
}

} // namespace
} // namespace grid_sample

void grid_sample_cpu(KernelTable& table) {
    table.add(rowMajorKernel({.op = "grid_sample",
                              .name = "grid_sample.taps",
                              .refusal = grid_sample::refusal,
                              .make = instanceOf<grid_sample::TapsInstance>,
                              .fixedNs = 500,
                              .elementNs = 2.5}));
}

} // namespace tenon::ops

// SPDX-License-Identifier: Apache-2.0
// Definition of grid_sample.
#include "ops/grid_sample/grid_sample.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tenon::ops {
namespace grid_sample {
namespace {

double reflected(double x, double low, double high) noexcept {
    double const range = high - low;
    if (!(range > 0))
        return low;
    double const over = x < low ? low - x : x - high;
    if (over <= 0)
        return x;
    double const turns = std::floor(over / range), rest = over - turns * range;
    bool const fromLow = (x < low) == (std::fmod(turns, 2) == 0);
    return fromLow ? low + rest : high - rest;
}

double cubic(double distance) noexcept {
    constexpr double kA = -0.75;
    if (distance <= 1)
        return ((kA + 2) * distance - (kA + 3)) * distance * distance + 1;
    return ((kA * distance - 5 * kA) * distance + 8 * kA) * distance - 4 * kA;
}

} // namespace

Axis::Axis(Attributes const& attrs, int64_t size) noexcept : mAttrs(attrs), mSize(size) {
    mLow = attrs.alignCorners ? 0 : -0.5;
    mHigh = static_cast<double>(size) - (attrs.alignCorners ? 1 : 0.5);
}

int64_t Axis::inside(int64_t i) const noexcept {
    if (i >= 0 && i < mSize)
        return i;
    if (mAttrs.padding == Padding::kZeros)
        return -1;
    double const at = mAttrs.padding == Padding::kBorder ? static_cast<double>(i)
                                                         : std::trunc(reflected(static_cast<double>(i), mLow, mHigh));
    return std::clamp<int64_t>(static_cast<int64_t>(at), 0, mSize - 1);
}

Taps Axis::taps(double coordinate) const noexcept {
    constexpr double kFar = 0x1p40; // beyond every tensor: keeps the arithmetic in range
    double const given = std::isnan(coordinate) ? -1 : std::clamp(coordinate, -kFar, kFar);
    auto const size = static_cast<double>(mSize);
    double x = mAttrs.alignCorners ? (given + 1) / 2 * (size - 1) : ((given + 1) * size - 1) / 2;
    if (mAttrs.mode == Mode::kNearest)
        x = std::nearbyint(x);
    if (mAttrs.padding == Padding::kBorder && (x < mLow || x > mHigh))
        x = std::clamp(x, 0.0, size - 1);
    if (mAttrs.padding == Padding::kReflection)
        x = reflected(x, mLow, mHigh);
    auto const first = static_cast<int64_t>(std::floor(x));
    double const rest = x - std::floor(x);
    if (mAttrs.mode == Mode::kNearest)
        return {{{{inside(static_cast<int64_t>(x)), 1}}}, 1};
    if (mAttrs.mode == Mode::kLinear)
        return {{{{inside(first), 1 - rest}, {inside(first + 1), rest}}}, 2};
    Taps out{{}, 4};
    for (int k = 0; k < 4; ++k)
        out.tap[static_cast<size_t>(k)] = {inside(first + k - 1), cubic(std::fabs(rest - (k - 1)))};
    return out;
}

namespace {

void infer(Attrs const&, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16, DType::kI8,
                                       DType::kI16, DType::kI32, DType::kI64, DType::kU8,   DType::kU16,
                                       DType::kU32, DType::kU64, DType::kBool};
    c.requireType(0, kTypes);
    c.requireType(1, std::span(kTypes).first(4));
    DType const type = c.type(0).dtype;
    if (!c.type(0).ranked() || !c.type(1).ranked()) {
        c.setOut(0, type, std::nullopt);
        return;
    }
    c.requireRank(0, 3, 10);
    c.requireRank(1, c.type(0).rank(), c.type(0).rank());
    Dims const &x = c.dims(0), &grid = c.dims(1);
    auto const axes = static_cast<int64_t>(x.size()) - 2;
    if ((grid.back().isConst() && !grid.back().is(axes)) || (grid[0].isConst() && x[0].isConst() && grid[0] != x[0]))
        c.fail(Message::kShape, "the grid does not fit what is sampled",
               fmt::format("[{}, ..., {}]", textOfDims({&x[0], 1}), axes), textOfDims(grid));
    Dims out{x[0], x[1]};
    out.insert(out.end(), grid.begin() + 1, grid.end() - 1);
    c.setOut(0, type, std::move(out));
}

} // namespace
} // namespace grid_sample

void grid_sample_op(KernelTable& table) {
    static OpDef const kOp{.name = "grid_sample",
                           .attrs = &attrType<grid_sample::Attributes>(),
                           .infer = grid_sample::infer,
                           .minInputs = 2,
                           .maxInputs = 2};
    table.add(kOp);
}

} // namespace tenon::ops

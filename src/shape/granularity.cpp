// SPDX-License-Identifier: Apache-2.0
#include "shape/granularity.h"

#include "shape/content.h"
#include "shape/strided.h"

#include <fmt/format.h>

namespace tenon {
namespace {

template <class D>
bool allOne(std::span<D const> dims) {
    return std::all_of(dims.begin(), dims.end(), [](D const& d) { return d == D(1); });
}

int64_t blocksIn(int64_t dim, int64_t block) noexcept {
    return block < 0 ? 1 : dim / block + (dim % block != 0);
}

void checkZero(InferContext const& c, size_t scale, size_t zero) {
    Dims const& z = c.dims(zero);
    Dims const& s = c.dims(scale);
    bool const single = allOne(std::span<DimExpr const>(z)) && allOne(std::span<DimExpr const>(s));
    if (!single && allConst(z) && allConst(s) && z != s)
        c.fail(Message::kShape, "zero points have other dims than the scales", toString(c.type(scale)),
               toString(c.type(zero)));
}

} // namespace

std::optional<size_t> Granularity::listAxis(size_t rank) const noexcept {
    auto const r = static_cast<int64_t>(rank);
    int64_t const at = r == 1 ? 0 : (axis < 0 ? axis + r : axis);
    return at >= 0 && at < r ? std::optional(static_cast<size_t>(at)) : std::nullopt;
}

std::optional<ScaleWalk> Granularity::walk(std::span<int64_t const> dims, std::span<int64_t const> scale) const {
    size_t const rank = dims.size();
    ScaleWalk out{{dims.begin(), dims.end()}, std::vector<int64_t>(rank, 1), std::vector<int64_t>(rank, 0)};
    if (allOne(scale) && !inBlocks(rank, scale.size()))
        return out;
    std::optional<size_t> const along = listAxis(rank);
    if (scale.size() == 1 && blocks.empty()) {
        if (!along || dims[*along] != scale[0])
            return std::nullopt;
        out.stride[*along] = 1;
        return out;
    }
    if (scale.size() != rank || (blocks.size() == 1 && !along) || (blocks.size() > 1 && blocks.size() != rank))
        return std::nullopt;
    out.stride = rowMajorStrides(scale);
    for (size_t a = 0; a < rank; ++a) {
        int64_t size = 1;
        if (blocks.empty())
            size = std::max<int64_t>(1, scale[a] == 0 ? 1 : dims[a] / scale[a]);
        else if (blocks.size() == rank)
            size = blocks[a];
        else if (a == *along)
            size = blocks[0];
        if ((size < 1 && size != -1) || blocksIn(dims[a], size) != scale[a])
            return std::nullopt;
        out.block[a] = std::max<int64_t>(size < 0 ? dims[a] : size, 1);
    }
    return out;
}

void Granularity::check(InferContext const& c, size_t scale, size_t zero) const {
    for (int64_t b : blocks)
        if (b < 1 && b != -1)
            c.fail(Message::kAttribute, "the size of a block is not positive", "at least 1, or -1 for a whole axis",
                   fmt::format("{}", b));
    if (c.type(scale).ranked() && c.has(zero) && c.type(zero).ranked())
        checkZero(c, scale, zero);
    Type const& x = c.type(0);
    Type const& s = c.type(scale);
    if (!x.ranked() || !s.ranked())
        return;
    if (!allOne(std::span<DimExpr const>(*s.dims)) || inBlocks(x.dims->size(), s.dims->size()))
        checkScale(c, x, s);
}

void Granularity::checkScale(InferContext const& c, Type const& x, Type const& s) const {
    auto given = [&] { return fmt::format("{}, scales {}", toString(x), toString(s)); };
    auto const rank = static_cast<size_t>(x.rank());
    bool const list = s.rank() == 1 && blocks.empty() && rank != 0;
    if (!list && (s.rank() != x.rank() || (blocks.size() > 1 && blocks.size() != rank)))
        c.fail(Message::kRank, "scales have a rank that does not fit the tensor",
               blocks.empty() ? "one scale, a list of them along an axis, or one for each block"
                              : "scales of the tensor's rank, and one size of blocks or one for each axis",
               fmt::format("{}, {} sizes of blocks", given(), blocks.size()));
    if ((list || blocks.size() == 1) && rank != 1)
        c.axis(axis, x.rank());
    if (list) {
        DimExpr const& along = (*x.dims)[*listAxis(rank)];
        DimExpr const& own = (*s.dims)[0];
        if (along.isConst() && own.isConst() && along != own)
            c.fail(Message::kShape, "there are not as many scales as the axis has indices", toText(along), given());
    } else if (auto const dims = numbersOf(*x.dims), scales = numbersOf(*s.dims);
               dims && scales && !walk(*dims, *scales)) {
        c.fail(Message::kShape, "scales do not fit the dims of the tensor",
               blocks.empty() ? "blocks that divide each axis evenly"
                              : "one scale for each block; the last block of an axis may be cut short",
               given());
    }
}

} // namespace tenon

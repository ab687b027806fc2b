// SPDX-License-Identifier: Apache-2.0
#include "kernel/layout.h"

#include <fmt/format.h>
#include <numeric>

namespace tenon {
namespace {

int64_t blockOf(Layout const& layout, size_t axis) noexcept {
    int64_t size = 1;
    for (Layout::Block const& b : layout.blocks)
        if (static_cast<size_t>(b.axis) == axis)
            size *= b.size;
    return size;
}

} // namespace

Layout Layout::nhwc(int rank) {
    Layout layout;
    for (int32_t i = 0; i < rank; ++i)
        if (i != 1)
            layout.order.push_back(i);
    layout.order.push_back(1);
    return layout;
}

Layout Layout::blockedChannels(int, int32_t size) {
    return {{}, {{1, size}}};
}

int64_t Layout::padded(size_t axis, int64_t dim) const noexcept {
    int64_t const block = blockOf(*this, axis);
    return (dim + block - 1) / block * block;
}

int64_t Layout::elements(std::span<int64_t const> dims) const noexcept {
    int64_t total = 1;
    for (size_t i = 0; i < dims.size(); ++i)
        total *= padded(i, dims[i]);
    return total;
}

void Layout::outerStrides(std::span<int64_t const> dims, std::span<int64_t> strides) const noexcept {
    int64_t step = 1;
    for (Block const& b : blocks)
        step *= b.size;
    for (size_t k = dims.size(); k-- > 0;) {
        size_t const axis = order.empty() ? k : static_cast<size_t>(order[k]);
        strides[axis] = step;
        step *= padded(axis, dims[axis]) / blockOf(*this, axis);
    }
}

int64_t Layout::offset(std::span<int64_t const> dims, std::span<int64_t const> index) const noexcept {
    int64_t total = 0;
    int64_t step = 1;
    for (size_t i = blocks.size(); i-- > 0;) { // innermost first; an axis's inner blocks hold its low digits
        auto const axis = static_cast<size_t>(blocks[i].axis);
        int64_t below = 1;
        for (size_t j = i + 1; j < blocks.size(); ++j)
            if (blocks[j].axis == blocks[i].axis)
                below *= blocks[j].size;
        total += index[axis] / below % blocks[i].size * step;
        step *= blocks[i].size;
    }
    for (size_t k = dims.size(); k-- > 0;) {
        size_t const axis = order.empty() ? k : static_cast<size_t>(order[k]);
        int64_t const block = blockOf(*this, axis);
        total += index[axis] / block * step;
        step *= padded(axis, dims[axis]) / block;
    }
    return total;
}

std::string toString(Layout const& layout) {
    if (layout.isRowMajor())
        return "row";
    if (layout.order.empty() && layout.blocks.size() == 1 && layout.blocks[0].axis == 1)
        return fmt::format("nChw{}c", layout.blocks[0].size);
    if (layout.blocks.empty() && layout == Layout::nhwc(static_cast<int>(layout.order.size())))
        return "nhwc";
    std::string out;
    for (int32_t axis : layout.order)
        out += fmt::format("{}", axis);
    for (Layout::Block const& b : layout.blocks)
        out += fmt::format("|{}:{}", b.axis, b.size);
    return out;
}

void verify(Layout const& layout, size_t rank) {
    std::vector<bool> seen(rank, false);
    bool good = layout.order.empty() || layout.order.size() == rank;
    for (int32_t axis : layout.order) {
        good = good && axis >= 0 && static_cast<size_t>(axis) < rank && !seen[static_cast<size_t>(axis)];
        if (good)
            seen[static_cast<size_t>(axis)] = true;
    }
    int64_t elements = 1;
    for (Layout::Block const& b : layout.blocks) {
        good = good && b.axis >= 0 && static_cast<size_t>(b.axis) < rank && b.size >= 1 && b.size <= 4096 &&
               elements <= 65536;
        if (good)
            elements *= b.size;
    }
    if (!good || layout.blocks.size() > 8 || elements > 65536)
        throw DecodeError(fmt::format("layout {} does not fit rank {}", toString(layout), rank));
}

} // namespace tenon

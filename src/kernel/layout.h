// SPDX-License-Identifier: Apache-2.0
// How a tensor's elements lie in memory: an order of axes and inner blocks. nChw16c is the row-major order with the
// block {axis 1, 16}: outer index over [n][C/16][h][w], then 16 channels side by side. An axis that its blocks do not
// divide is padded, and the padding is always zero: whoever writes a tensor writes zeros there, so whoever reads it may
// compute with them. A Layout does not hold dims: one Layout serves every size of a dynamic tensor.
#pragma once

#include "base/reflect.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tenon {

struct Layout {
    struct Block {
        int32_t axis = 0;
        int32_t size = 1;
        friend bool operator==(Block const&, Block const&) = default;
        template <class Self, class V>
        static void reflect(Self& self, V& visit) {
            visit("axis", self.axis);
            visit("size", self.size);
        }
    };

    std::vector<int32_t> order; ///< axes from slowest to fastest; empty: row-major
    std::vector<Block> blocks;  ///< inner blocks, the last one innermost

    static Layout rowMajor() { return {}; }
    static Layout nhwc(int rank);                          ///< channels (axis 1) last
    static Layout blockedChannels(int rank, int32_t size); ///< nChw{size}c

    bool isRowMajor() const noexcept { return order.empty() && blocks.empty(); }
    int64_t padded(size_t axis, int64_t dim) const noexcept; ///< dim rounded up to the product of the axis's blocks
    int64_t elements(std::span<int64_t const> dims) const noexcept; ///< elements stored, padding included
    /// Stride in elements of each axis's outer index (the index divided by the product of the axis's blocks).
    void outerStrides(std::span<int64_t const> dims, std::span<int64_t> strides) const noexcept;
    /// Offset in elements of one index.
    int64_t offset(std::span<int64_t const> dims, std::span<int64_t const> index) const noexcept;

    friend bool operator==(Layout const&, Layout const&) = default;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("order", self.order);
        visit("blocks", self.blocks);
    }
};

/// "row", "nhwc", "nChw16c", else order and blocks: "0213|1:16|0:16"
std::string toString(Layout const& layout);

/// Throws DecodeError unless the order is a permutation, blocks name axes of the rank, and sizes are 1 to 4096,
/// 65536 together.
void verify(Layout const& layout, size_t rank);

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Which scale (and zero point) each element of a quantised tensor has: one for all elements, one for each index of an
// axis, or one for each block. The dims of the scales tell which of these it is; attributes give the axis and the
// blocks' sizes.
#pragma once

#include "shape/infer.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tenon {

/// Steps through the scales of a tensor whose dims are numbers.
struct ScaleWalk {
    std::vector<int64_t> dims;   ///< of the tensor
    std::vector<int64_t> block;  ///< along each axis: so many indices share a scale (at least 1)
    std::vector<int64_t> stride; ///< along each axis: from one block's scale to the next one's

    /// fn(element, scale) for all elements in row-major order.
    template <class F>
    void forEach(F&& fn) const {
        if (dims.empty())
            return fn(int64_t{0}, int64_t{0});
        size_t const last = dims.size() - 1; // the innermost axis is two loops: blocks, and what lies in one
        int64_t rows = dims[last] == 0 ? 0 : 1;
        for (size_t a = 0; a < last; ++a)
            rows *= dims[a];
        std::vector<int64_t> index(last, 0);
        for (int64_t row = 0, element = 0; row < rows; ++row) {
            int64_t scale = 0;
            for (size_t a = 0; a < last; ++a)
                scale += index[a] / block[a] * stride[a];
            for (int64_t begin = 0; begin < dims[last]; begin += block[last], scale += stride[last])
                for (int64_t i = begin; i < std::min(dims[last], begin + block[last]); ++i)
                    fn(element++, scale);
            for (size_t a = last; a-- > 0 && ++index[a] == dims[a];)
                index[a] = 0;
        }
    }
};

struct Granularity {
    int64_t axis = 1; ///< of scales in a list; ignored where there is one scale, or the tensor has one axis
    /// Sizes of blocks, when the scales have the tensor's rank: one size along `axis`, or one for each axis, where -1
    /// takes in the whole axis. Empty: as the dims of tensor and scales divide.
    std::vector<int64_t> blocks;

    /// Throws Error unless operand `scale` fits operand 0, and operand `zero`, where present, has the same dims as
    /// `scale` (or both have one element). Dims that are not known yet pass.
    void check(InferContext const& c, size_t scale, size_t zero) const;
    /// Absent when the dims do not fit.
    std::optional<ScaleWalk> walk(std::span<int64_t const> dims, std::span<int64_t const> scale) const;
    /// The axis that a list of scales goes along; absent when it lies outside the rank.
    std::optional<size_t> listAxis(size_t rank) const noexcept;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
        visit("blocks", self.blocks);
    }

private:
    /// Scales of this rank are one for each block, even where that is a single one.
    bool inBlocks(size_t rank, size_t scaleRank) const noexcept {
        return !blocks.empty() && scaleRank == rank && rank != 0;
    }
    void checkScale(InferContext const& c, Type const& x, Type const& s) const;
};

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Slice: from start (inclusive) to end (exclusive) in steps along some axes. Operands: data, starts, ends, axes
// (absent: the first ones), steps (absent: 1). Negative positions count from the end; positions outside are clamped;
// steps may be negative.
#pragma once

#include <algorithm>
#include <cstdint>

namespace tenon::ops::slice {

/// What a slice takes of one axis.
struct Part {
    int64_t first = 0, count = 0;
};

inline Part partOf(int64_t start, int64_t end, int64_t step, int64_t dim) noexcept {
    start += start < 0 ? dim : 0;
    end += end < 0 ? dim : 0;
    if (step > 0) {
        start = std::clamp<int64_t>(start, 0, dim);
        end = std::clamp<int64_t>(end, 0, dim);
        return {start, end > start ? (end - start - 1) / step + 1 : 0};
    }
    start = std::min(std::max<int64_t>(start, 0), dim - 1);
    end = std::min(std::max<int64_t>(end, -1), dim - 1);
    // -(step + 1) does not overflow for the least integer
    return {start, start > end ? static_cast<int64_t>(static_cast<uint64_t>(start - end - 1) /
                                                      (static_cast<uint64_t>(-(step + 1)) + 1)) +
                                     1
                               : 0};
}

} // namespace tenon::ops::slice

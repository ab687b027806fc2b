// SPDX-License-Identifier: Apache-2.0
// Copies that change the order of elements in memory: plain layout to and from nChw16c, and any strided n-dimensional
// copy. Nothing here allocates, throws, keeps state or needs a workspace. Source and destination must not overlap;
// pointers need the alignment of an element. Work is split with parallelFor; a small copy stays on the calling thread.
// Bits are moved as they are.
#pragma once

#include <cstdint>

#include "kernel/parallel.h"

namespace tenon::cpu {

/// [N][C][pixels] to [N][ceil(C / 16)][pixels][16], elements of 4 bytes; lanes beyond C become zero bits.
void toBlocked(int64_t n, int64_t c, int64_t pixels, void const* plain, void* blocked) noexcept;

/// [N][ceil(C / 16)][pixels][16] to [N][C][pixels], elements of 4 bytes; lanes beyond C are ignored.
void fromBlocked(int64_t n, int64_t c, int64_t pixels, void const* blocked, void* plain) noexcept;

inline constexpr int kMaxCopyRank = 16;

/// to[sum of i_d * toStride_d] = from[sum of i_d * fromStride_d] for all i_d in [0, dims_d). Strides count elements;
/// those of `from` may be 0 (a broadcast) or negative, with `from` at element (0, ..., 0). No two elements of `to` may
/// coincide.
struct StridedCopy {
    int rank = 0; // at most kMaxCopyRank; 0 is a single element
    int64_t dims[kMaxCopyRank] = {};
    int64_t fromStride[kMaxCopyRank] = {};
    int64_t toStride[kMaxCopyRank] = {};
    int elementBytes = 4; // 1, 2, 4 or 8
    void const* from = nullptr;
    void* to = nullptr;
};

void copyStrided(StridedCopy const& copy) noexcept;

/// Rows of `rowBytes` bytes, the strides of both sides in bytes.
void copyRows(int64_t rows, int64_t rowBytes, void const* from, int64_t fromStride, void* to,
              int64_t toStride) noexcept;

} // namespace tenon::cpu

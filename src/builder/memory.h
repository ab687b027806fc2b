// SPDX-License-Identifier: Apache-2.0
// Arena offsets: values that are alive at the same time do not overlap. Greedy by size (largest first, lowest offset
// that fits), which comes within a few percent of the lower bound on the graphs of real models (Pisarchyk and Lee,
// 2020, arXiv:2001.03288).
#pragma once

#include <cstdint>
#include <vector>

namespace tenon {

/// A piece of memory that must hold from step `first` to step `last`, both included.
struct Lifetime {
    int64_t bytes = 0;
    int32_t first = 0, last = 0;
    int64_t offset = 0; ///< the answer
};

/// Sets offsets (multiples of 64); returns the bytes of the whole arena.
int64_t placeInArena(std::vector<Lifetime>& pieces);

} // namespace tenon

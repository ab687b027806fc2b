// SPDX-License-Identifier: Apache-2.0
#include "builder/memory.h"

#include <algorithm>
#include <numeric>

namespace tenon {

int64_t placeInArena(std::vector<Lifetime>& pieces) {
    std::vector<size_t> order(pieces.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return pieces[a].bytes > pieces[b].bytes; });
    std::vector<size_t> placed; // by offset
    int64_t total = 0;
    for (size_t i : order) {
        Lifetime& piece = pieces[i];
        int64_t const size = (piece.bytes + 63) / 64 * 64;
        int64_t at = 0;
        for (size_t j : placed) {
            Lifetime const& other = pieces[j];
            if (other.last < piece.first || piece.last < other.first)
                continue;
            if (other.offset >= at + size)
                break; // a gap that fits
            at = std::max(at, other.offset + (other.bytes + 63) / 64 * 64);
        }
        piece.offset = at;
        total = std::max(total, at + size);
        placed.insert(std::upper_bound(placed.begin(), placed.end(), i,
                                       [&](size_t a, size_t b) { return pieces[a].offset < pieces[b].offset; }),
                      i);
    }
    return total;
}

} // namespace tenon

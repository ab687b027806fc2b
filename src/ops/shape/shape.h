// SPDX-License-Identifier: Apache-2.0
// Shape: the dims [start, end) of the operand as a list of i64.
#pragma once

#include "base/reflect.h"

#include <algorithm>
#include <optional>

namespace tenon::ops::shape {

struct Attributes {
    int64_t start = 0;          ///< counts from the end when negative; clamped to the rank
    std::optional<int64_t> end; ///< as start; absent: the rank

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("start", self.start);
        visit("end", self.end);
    }
};

struct Range {
    size_t first = 0, count = 0;
};

inline Range rangeOf(Attributes const& a, int64_t rank) {
    auto clamp = [&](int64_t i) { return std::clamp(i < 0 ? i + rank : i, int64_t{0}, rank); };
    int64_t const first = clamp(a.start), last = clamp(a.end.value_or(rank));
    return {static_cast<size_t>(first), static_cast<size_t>(std::max<int64_t>(0, last - first))};
}

} // namespace tenon::ops::shape

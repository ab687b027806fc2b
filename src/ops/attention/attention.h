// SPDX-License-Identifier: Apache-2.0
// Scaled dot-product attention. Operands: query, key, value; then, each optional, mask (bool: takes part; else added),
// past key, past value, and the number of valid keys of each sample. Results: the output, the keys and values with the
// past before them, and the scores as they are at one stage.
#pragma once

#include "base/reflect.h"

#include <optional>

namespace tenon::ops::attention {

/// What result 3 shows.
enum class Scores : uint8_t { kRaw, kCapped, kBiased, kProbabilities };

struct Attributes {
    bool causal = false; ///< query i attends key j only where j <= i + offset, the valid keys before the queries
    int64_t queryHeads = 0, keyHeads = 0; ///< of operands of rank 3, [batch, sequence, heads * size]
    std::optional<double> scale;          ///< absent: 1 / sqrt(head size)
    double softcap = 0;                   ///< above 0: scores become softcap * tanh(score / softcap)
    int64_t left = -1, right = -1;        ///< window about the query's position; -1: open
    Scores scores = Scores::kRaw;
    bool zeroWithoutKeys = true; ///< what a query that no key is left for gets: zeros, else NaN

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("causal", self.causal);
        visit("queryHeads", self.queryHeads);
        visit("keyHeads", self.keyHeads);
        visit("scale", self.scale);
        visit("softcap", self.softcap);
        visit("left", self.left);
        visit("right", self.right);
        visit("scores", self.scores);
        visit("zeroWithoutKeys", self.zeroWithoutKeys);
    }
};

/// Whether query, keys and values fit together; each is anything with batch, heads, length and size.
template <class Q, class K, class V>
bool fitTogether(Q const& q, K const& k, V const& v) noexcept {
    bool const heads = k.heads == v.heads && (k.heads == 0 ? q.heads == 0 : q.heads % k.heads == 0);
    return heads && q.batch == k.batch && q.batch == v.batch && q.size == k.size && k.length == v.length;
}

} // namespace tenon::ops::attention

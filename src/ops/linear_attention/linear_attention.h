// SPDX-License-Identifier: Apache-2.0
// Attention by a state that each token updates. Operands: query, key, value [batch, tokens, heads * size]; then, each
// optional, the past state [batch, key heads, key size, value size], the decay in log space, and the update rate.
// Results: the output and the state after the last token.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::linear_attention {

struct Attributes {
    bool gated = true; ///< the state decays by exp(decay) before each token
    bool delta = true; ///< a token writes rate * (value - what the key finds) instead of its value
    int64_t queryHeads = 1, keyHeads = 1;
    double scale = 0; ///< 0: 1 / sqrt(key size)

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("gated", self.gated);
        visit("delta", self.delta);
        visit("queryHeads", self.queryHeads);
        visit("keyHeads", self.keyHeads);
        visit("scale", self.scale);
    }
};

} // namespace tenon::ops::linear_attention

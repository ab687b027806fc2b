// SPDX-License-Identifier: Apache-2.0
// A layer that a user's plugin computes.
#pragma once

#include "plugin/op.h"

namespace tenon::layers {

/// Operands: the plugin's inputs, then its shape inputs.
struct Plugin {
    plugin::Key key;
    int64_t inputs = 0;
    std::shared_ptr<plugin::Live> live; ///< never null
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("key", self.key);
        visit("inputs", self.inputs);
    }
};

} // namespace tenon::layers

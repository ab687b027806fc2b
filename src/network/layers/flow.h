// SPDX-License-Identifier: Apache-2.0
// The layers at the boundaries of loops and conditionals. They are flat records of the network; lower/structure.cpp
// turns each loop and conditional into one record with blocks. `scope` is the number of the loop or conditional; it
// indexes Network::scopeNames.
#pragma once

#include "NvInfer.h"
#include "base/reflect.h"

namespace tenon::layers {

/// Operands: a count (of kCOUNT) or a condition. No result.
struct TripLimitLayer {
    int32_t scope = 0;
    nvinfer1::TripLimit kind = nvinfer1::TripLimit::kCOUNT;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("scope", self.scope);
        visit("kind", self.kind);
    }
};

/// Operands: the value before the first turn, the value for the next turn.
struct Recurrence {
    int32_t scope = 0;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("scope", self.scope);
    }
};

/// Operands: a tensor from outside. The result is its slice at the turn.
struct Iterator {
    int32_t scope = 0;
    int64_t axis = 0;
    bool reverse = false;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("scope", self.scope);
        visit("axis", self.axis);
        visit("reverse", self.reverse);
    }
};

/// Operands: a tensor from inside, and of kCONCATENATE and kREVERSE the length of the new axis.
struct LoopOutputLayer {
    int32_t scope = 0;
    nvinfer1::LoopOutput kind = nvinfer1::LoopOutput::kLAST_VALUE;
    int64_t axis = 0;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("scope", self.scope);
        visit("kind", self.kind);
        visit("axis", self.axis);
    }
};

/// What a loop output of kCONCATENATE or kREVERSE becomes behind the loop. Operands: the turns stacked along axis 0,
/// and where the number of turns is not known before the loop the length (the rest is 0).
struct LoopStack {
    int64_t axis = 0;
    bool reverse = false;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
        visit("reverse", self.reverse);
    }
};

/// Operands: a boolean. No result.
struct Condition {
    int32_t scope = 0;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("scope", self.scope);
    }
};

/// Operands: a tensor from outside. The result is the same inside.
struct ConditionalInput {
    int32_t scope = 0;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("scope", self.scope);
    }
};

/// Operands: the value where the condition holds, the value where it does not.
struct ConditionalOutput {
    int32_t scope = 0;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("scope", self.scope);
    }
};

} // namespace tenon::layers

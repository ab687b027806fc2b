// SPDX-License-Identifier: Apache-2.0
// An operator: its name, attributes, effect, and the infer function. One OpDef per op folder (src/ops/NAME/NAME.cpp).
#pragma once

#include "kernel/attrs.h"
#include "shape/infer.h"

#include <string_view>

namespace tenon {

/// What running a node does besides computing its results. Only effect-free nodes are folded, merged, hoisted or moved.
enum class Effect : uint8_t { kNone, kRandom, kState, kAssert, kWrites };
std::string_view nameOf(Effect effect) noexcept;

struct OpDef {
    std::string_view name;
    AttrType const* attrs = nullptr;
    void (*infer)(Attrs const&, InferContext&) = nullptr; ///< sets the fact of every result; throws Error
    Effect effect = Effect::kNone;
    int minInputs = 1;
    int maxInputs = 1; ///< -1: any number
    int outputs = 1;   ///< -1: as the attributes say
    int regions = 0;   ///< regions that a node of this op owns; -1: any number
    bool view = false; ///< result 0 has the bytes of operand 0 (row-major): it can be an alias, with no step to run
    /// Bit i: infer reads the elements of operand i (a target shape, axes, sizes). Where they are not known at build
    /// time the graph gives each element a symbol, so that the result still has a rank.
    uint32_t shapeInputs = 0;
};

} // namespace tenon

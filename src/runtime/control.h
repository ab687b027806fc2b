// SPDX-License-Identifier: Apache-2.0
// Steps that own blocks. Captures are the last operands of the step and the last parameters of each block; what else
// goes where is written at the operators (src/ops/if, loop, scan, sequence_map). Carried values live in two boxes each,
// one read and one written, which change places at every turn: memory is kept from turn to turn.
#pragma once

#include "runtime/frame.h"

namespace tenon::runtime {

/// Results of all turns of one scan output, one after the other.
struct Stack {
    std::vector<std::byte> bytes;
    std::vector<std::string> strings;
    std::vector<int64_t> dims; ///< of one turn
    int64_t turns = 0;

    void add(Tensor const& slice); ///< throws Error kStepShape when the slice has other dims than those before
};

/// What a step that owns blocks keeps between runs.
struct ControlState {
    ControlState(Environment const& env, StepCode const& code);

    std::vector<std::unique_ptr<Frame>> frames; ///< one a block
    std::vector<Box> current, next;             ///< carried values
    std::vector<Box> slices;                    ///< of scanned tensors
    std::vector<Stack> stacks;                  ///< of scan outputs
    Box stacked;
    std::vector<int64_t> dims; ///< kept, as all of this, so that a run need not allocate
    std::vector<size_t> axes;
    int64_t turn = 0;
    bool condition = true;
};

Control controlOf(std::string_view op) noexcept;
/// Throws Error unless operands, parameters and results of the step and its blocks correspond.
void checkControl(plan::Plan const& plan, plan::Block const& block, StepCode const& code);
/// Runs the step; `inputs` are its operands. False with the outcome set, or throws Error.
bool runControl(Frame& frame, StepCode const& code, ControlState& state, Tensor const* inputs, Outcome& outcome);

} // namespace tenon::runtime

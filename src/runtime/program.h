// SPDX-License-Identifier: Apache-2.0
// What loading makes of a Plan: operators, attributes and kernels looked up, and what follows from the structure
// written down. Shared by all contexts and not changed after loading. compile() refuses a Plan whose steps do not fit
// their operators or kernels.
#pragma once

#include "kernel/table.h"
#include "plan/blocks.h"
#include "shape/scan.h"

#include <string>
#include <vector>

namespace tenon::runtime {

enum class Control : uint8_t { kNone, kIf, kLoop, kScan, kSequenceMap };

/// The kernel of a step in one profile.
struct Pick {
    Kernel const* kernel = nullptr; ///< null for a step that owns blocks
    int tactic = 0;
    Problem problem; ///< dims as the profile's ranges
    Signature signature;
    int64_t workspaceOffset = -1; ///< in the arena; -1: in the context's spare workspace, which compile() sizes
};

struct StepCode {
    plan::Step const* step = nullptr;
    int32_t number = 0;
    OpDef const* op = nullptr;
    Attrs attrs;
    Control control = Control::kNone;
    ScanAxes scan; ///< of a scan
    bool hasBoxes = false;
    bool rereads = false; ///< infer reads elements that the shape program does not know: it is asked anew at each run
    bool isPlain = false; ///< nothing about it changes between two runs of one Prepared
    std::vector<Pick> picks;

    size_t ownInputs() const noexcept {
        return step->epilogue ? static_cast<size_t>(step->epilogue->first) : step->inputs.size();
    }
};

/// What one stage of a block's shape program decides.
struct StageCode {
    Slot begin = 0, end = 0;
    std::vector<plan::SymbolBinding const*> symbols; ///< bound before it
    std::vector<int32_t>
        values; ///< whose dims, and those of what they are aliases of, are known after it; an alias after its base
    std::vector<int32_t> contents; ///< host values that it writes
};

struct BlockCode {
    plan::Block const* block = nullptr;
    size_t number = 0;
    std::vector<StepCode> steps;
    std::vector<StageCode> stages;
    std::vector<int32_t> base;       ///< of each value: what its chain of aliases ends in
    std::vector<int32_t> valueStage; ///< of each value
    std::vector<bool> external; ///< of each value: its memory is given from outside (I/O, parameters and their aliases)

    plan::Value const& value(int32_t v) const { return block->values[static_cast<size_t>(v)]; }
};

struct Program {
    std::vector<BlockCode> blocks;
    std::vector<int64_t> spareWorkspace; ///< bytes, one a profile
};

/// `plan` passed verify() and outlives the program. Kernels that were replaced by a fallback are told in `warnings`.
Program compile(plan::Plan const& plan, KernelTable const& table, std::vector<std::string>& warnings);

/// The place of a step, for messages.
Where whereOf(plan::Step const& step);

} // namespace tenon::runtime

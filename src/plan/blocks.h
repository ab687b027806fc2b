// SPDX-License-Identifier: Apache-2.0
// Questions about a block that the verifier, the builder and the run time all ask. All are about a Plan whose indices
// are in range.
#pragma once

#include "plan/plan.h"

namespace tenon::plan {

/// The stage that each slot is computed in.
std::vector<int32_t> slotStages(Block const& block);
/// The stage at whose end all dims of a value are known, and where it lies: an alias waits for what it is one of.
int32_t placeStage(Block const& block, int32_t value, std::vector<int32_t> const& stages);
/// The stage at whose end the elements of a host value are written.
int32_t contentStage(Value const& value, std::vector<int32_t> const& stages);

/// The range of every slot of block `block` in one profile. What is known only at run time lies in [0, its bound or
/// 2^40].
std::vector<DimRange> slotRanges(Plan const& plan, size_t block, size_t profile);
/// The same for inputs that lie in other ranges, those of one run for example.
std::vector<DimRange> slotRanges(Plan const& plan, size_t block, std::vector<Profile::Input> const& inputs);
/// Greatest number of row-major bytes that a value of the block can take; -1 when there is no bound, or no tensor.
int64_t greatestBytes(Value const& value, std::vector<DimRange> const& ranges);
/// Every slot as an expression over its own number, for infer. A slot whose expression would be large is a symbol of
/// its own.
std::vector<DimExpr> slotExpressions(Block const& block);

/// The problem that a step puts to its kernel. `ranges` as slotRanges gives them; `op` and `attrs` are the step's.
Problem problemOf(Plan const& plan, Block const& block, Step const& step, OpDef const& op, Attrs attrs,
                  std::vector<DimRange> const& ranges);
/// The layouts of a step's values.
Signature signatureOf(Block const& block, Step const& step);

} // namespace tenon::plan

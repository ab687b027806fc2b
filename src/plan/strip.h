// SPDX-License-Identifier: Apache-2.0
// A Plan without the bytes of its refittable weights: small, and not runnable until a refit gives them back. The
// expressions stay; a refit with the weights that were there restores the Plan byte for byte.
#pragma once

#include "kernel/table.h"
#include "plan/plan.h"

namespace tenon::plan {

/// Leaves out every weight that depends on a source, but for those whose elements types or shapes are inferred from.
Plan strip(Plan plan, KernelTable const& table);
bool isStripped(Plan const& plan) noexcept;
/// Bytes of all weights, in their layouts, and of those that were left out.
int64_t weightBytes(Plan const& plan) noexcept;
int64_t strippedBytes(Plan const& plan) noexcept;
/// The place of each weight when none is left out.
std::vector<int64_t> fullOffsets(Plan const& plan, int64_t& total);
/// For each expression, whether a source is part of it.
std::vector<bool> dependsOnSource(Plan const& plan);

} // namespace tenon::plan

// SPDX-License-Identifier: Apache-2.0
// New weights from new source weights: the expressions that a Plan records for its weights are computed again with
// reference kernels, and the results packed into the weights' layouts.
#pragma once

#include "kernel/table.h"
#include "plan/plan.h"

#include <map>

namespace tenon::runtime {

/// Names of the source weights, sorted.
std::vector<std::string> refitSources(plan::Plan const& plan);
/// The weight section with every weight that depends on one of `sources` computed anew. Throws Error kRefitSources,
/// kNotRefittable.
Buffer refitWeights(plan::Plan const& plan, KernelTable const& table, std::map<std::string, Buffer> const& sources);

} // namespace tenon::runtime

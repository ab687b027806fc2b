// SPDX-License-Identifier: Apache-2.0
// New weights from new source weights: the expressions that a Plan records for its weights are computed again with
// reference kernels, and the results packed into the weights' layouts.
#pragma once

#include "kernel/table.h"
#include "plan/plan.h"

#include <map>
#include <set>

namespace tenon::runtime {

/// Names of the source weights, sorted.
std::vector<std::string> refitSources(plan::Plan const& plan);
/// What a refit with `given` needs besides: the other sources of each weight that depends on one of them, and all
/// sources of weights that were left out. Sorted.
std::vector<std::string> missingSources(plan::Plan const& plan, std::set<std::string> const& given);

/// The weight section, and the place of each weight in it.
struct RefitWeights {
    Buffer bytes;
    std::vector<int64_t> offsets;
};
/// Every weight that depends on one of `sources`, and every one that was left out, computed anew. Throws Error
/// kRefitSources, kNotRefittable.
RefitWeights refitWeights(plan::Plan const& plan, KernelTable const& table,
                          std::map<std::string, Buffer> const& sources);

} // namespace tenon::runtime

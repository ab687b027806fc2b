// SPDX-License-Identifier: Apache-2.0
// One region -> one block of the plan, and the blocks of the steps in it.
#pragma once

#include "builder/builder.h"
#include "builder/oracle.h"
#include "builder/weights.h"
#include "ir/graph.h"
#include "plan/plan.h"

namespace tenon {

/// What all blocks of a plan share.
struct PlanState {
    PlanState(ir::Graph const& g, passes::Assignment const& a, Oracle& o, BuildOptions const& options)
        : graph(g), assignment(a), oracle(o), weights(g.table(), options.refittable, options.refitSources) {}

    ir::Graph const& graph;
    passes::Assignment const& assignment;
    Oracle& oracle;
    WeightTable weights;
    plan::Plan plan;
};

/// Writes block `number`, which is there already unless it is 0. Returns the arena bytes that it needs in each profile,
/// with what its inner blocks need; their offsets count from 0.
std::vector<int64_t> planBlock(PlanState& state, ir::RegionId region, size_t number);

} // namespace tenon

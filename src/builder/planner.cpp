// SPDX-License-Identifier: Apache-2.0
// The plan around the blocks, and outputs that are values of their own.
#include "builder/planner.h"

#include "builder/block_planner.h"
#include "ops/shape_value/shape_value.h"

#include <set>

namespace tenon {

using namespace ir;

std::vector<std::string> outputNames(Graph const& g) {
    std::vector<std::string> out;
    for (ValueId const v : g.regions[0].results)
        out.push_back(g.value(v).name);
    return out;
}

void separateOutputs(Graph& g, std::vector<std::string> const& wanted) {
    std::set<ValueId> taken;
    std::set<std::string> names;
    for (ValueId v : g.regions[0].params)
        names.insert(g.value(v).name);
    for (size_t i = 0; i < g.regions[0].results.size(); ++i) {
        ValueId const v = g.regions[0].results[i];
        Node const* n = g.producer(v);
        std::string name = wanted[i];
        while (!names.insert(name).second) // an input, or an output before, has the name
            name += ".copy";
        if (n != nullptr && !n->op->view && n->op->name != "shape_value" && taken.insert(v).second) {
            g.value(v).name = name;
            continue;
        }
        std::vector<std::string> const origins = n == nullptr ? std::vector<std::string>{name} : n->origins;
        Type const& type = g.value(v).type;
        bool const rows = type.isTensor() && classOf(type.dtype) != 0;
        NodeId const copy =
            rows ? g.addNode("pointwise", PointwiseAttributes{Expression{{type.dtype}, {}}}, {v}, 1, 0, name, origins)
                 : g.addNode("copy", NoAttrs{}, {v}, 1, 0, name, origins);
        g.place(copy);
        ValueId const out = g.node(copy).results[0];
        g.value(out).pinned = true;
        g.regions[0].results[i] = out;
        taken.insert(out);
    }
}

plan::Plan makePlan(Graph const& g, passes::Assignment const& assignment, Oracle& oracle, BuildOptions const& options) {
    PlanState state(g, assignment, oracle, options);
    state.plan.profiles = g.profiles;
    std::vector<int64_t> const arena = planBlock(state, 0, 0);
    for (size_t p = 0; p < arena.size(); ++p)
        state.plan.profiles[p].arenaBytes = arena[p];
    state.weights.finish(state.plan, g.weightPlaces);
    return std::move(state.plan);
}

} // namespace tenon

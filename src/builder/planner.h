// SPDX-License-Identifier: Apache-2.0
// Graph with signatures -> Plan: values get storage, dims get slots, steps get kernels, memory is laid out for each
// profile.
#pragma once

#include "builder/builder.h"
#include "builder/oracle.h"
#include "ir/graph.h"
#include "plan/plan.h"

namespace tenon {

/// What the outputs are called.
std::vector<std::string> outputNames(ir::Graph const& g);

/// Gives every output of the graph a step that writes it, and the name that is wanted: an output that is an input, a
/// constant, a view or a shape value is copied; one with the name of an input gets ".copy" behind it. Runs before
/// signatures are assigned.
void separateOutputs(ir::Graph& g, std::vector<std::string> const& wanted);

/// Of the options it takes what is said of refit, and the monitor.
plan::Plan makePlan(ir::Graph const& g, passes::Assignment const& assignment, Oracle& oracle,
                    BuildOptions const& options);

} // namespace tenon

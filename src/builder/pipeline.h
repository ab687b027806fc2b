// SPDX-License-Identifier: Apache-2.0
// The one list of passes and the runner: applies each pass's patches until it has none, sweeps dead nodes, verifies,
// times, and prints the graph on request or when the verifier finds fault.
#pragma once

#include "builder/builder.h"

namespace tenon {

struct PassReport {
    std::string name;
    int rounds = 0;
    size_t changes = 0;
    double ms = 0;
};

/// Runs the passes before assignment. Returns true when options.stopAfter named one of them (the graph is as it left
/// it).
bool runPasses(ir::Graph& g, BuildOptions const& options, std::vector<PassReport>& reports);

/// Throws Error kPassName for a name in the options that is no pass, or not optional.
void checkPassNames(BuildOptions const& options);

} // namespace tenon

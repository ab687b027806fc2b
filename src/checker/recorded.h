// SPDX-License-Identifier: Apache-2.0
// --record-plugin NAME DIR: each call of a plugin in a model as a folder DIR/0000, DIR/0001, ... in the form of a
// finding's (repro.h), from which `tenon plugin replay` makes the call again and compares its outputs.
#pragma once

#include "checker/repro.h"
#include "plan/plan.h"

namespace tenon::checker {

/// Records the calls of contexts that are made from now on. `libraries` are those of the engine: one that the plugin
/// came with is written beside the calls. Throws Error kPluginRecord for a folder that cannot be made.
void recordPlugin(plan::Plan const& plan, std::string const& name, std::string const& folder);
/// Throws Error kPluginRecord, with the names that there are, unless the plan has a plugin of this name.
void requirePlugin(plan::Plan const& plan, std::string const& name);

/// Makes the call again with a plugin that its creator makes from the recorded state. Findings: wrong-value where the
/// outputs are not those that were recorded, and what the buffers show; an error or a status is a finding, a crash is
/// a crash.
std::vector<Finding> replayCall(Repro const& repro, std::string const& folder);

} // namespace tenon::checker

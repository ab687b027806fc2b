// SPDX-License-Identifier: Apache-2.0
// The parts of buildPlan(): what the configuration asks for, as options of the build.
#pragma once

#include "api/config.h"
#include "api/network_state.h"
#include "builder/builder.h"

namespace tenon::api {

/// Throws Error for a setting that cannot be met, whatever the network.
void checkSettings(ConfigState const& config, bool stronglyTyped);

/// Everything but the profiles, the cache and who follows the build.
BuildOptions optionsOf(ConfigState const& config, Network const& network);

/// One spec for each profile of the configuration, complete for the inputs of the graph; none where all inputs are
/// fixed and there is no profile. Throws Error kProfile with the lines to add where something is missing.
std::vector<ProfileSpec> profilesOf(ConfigState const& config, ir::Graph const& graph);

/// Wishes for types that the device does not compute in: warnings, or under kOBEY_PRECISION_CONSTRAINTS an Error
/// kPrecision.
std::vector<std::string> precisionNotes(ConfigState const& config, Network const& network, ir::Graph const& graph);

} // namespace tenon::api

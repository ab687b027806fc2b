// SPDX-License-Identifier: Apache-2.0
// From a network and a configuration of the interface to a Plan: what the settings mean for a build, and what they
// cannot have. Both throw Error.
#pragma once

#include "api/config.h"
#include "api/network_state.h"
#include "api/sink.h"
#include "plan/plan.h"

namespace tenon::api {

plan::Plan buildPlan(NetworkState const& network, ConfigState const& config, Sink& sink);

/// All of buildPlan() that can be told before anything is timed.
void checkBuild(NetworkState const& network, ConfigState const& config);

} // namespace tenon::api

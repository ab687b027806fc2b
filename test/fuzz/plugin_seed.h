// SPDX-License-Identifier: Apache-2.0
// An engine with a plugin step for the fuzzer, and the plugin: it copies as many bytes as both tensors have, whatever
// an engine says of them.
#pragma once

#include "plan/plan.h"

namespace tenon::fuzz {

/// Registers the plugin's creator at its first call. "x" f32[n, 4] -> "y": copied, then copied in place.
plan::Plan pluginPlan();

} // namespace tenon::fuzz

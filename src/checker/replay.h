// SPDX-License-Identifier: Apache-2.0
// A finding or a recorded call made again in a process of its own.
#pragma once

#include "checker/recorded.h"

namespace tenon::checker {

/// As replay() and replayCall() do it, but a crash or a call that does not end within `seconds` is a finding with its
/// place. Throws what they throw.
std::vector<Finding> replayApart(Repro const& repro, std::string const& folder, double seconds);

} // namespace tenon::checker

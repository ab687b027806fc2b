// SPDX-License-Identifier: Apache-2.0
// What the end of a probe's process says about the plugin.
#pragma once

#include "checker/child.h"
#include "checker/finding.h"

#include <optional>

namespace tenon::checker {

/// A finding for a process that did not come to its end by itself.
Finding findingOf(Ended const& ended, std::string const& probe);
/// What the plugin did beside, however the process ended: a method came back in two, or something wrote between its
/// messages.
std::optional<Finding> findingBeside(Ended const& ended, std::string const& probe);

} // namespace tenon::checker

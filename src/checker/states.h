// SPDX-License-Identifier: Apache-2.0
// Compares the states that two processes wrote whose code and heap lie elsewhere and hold other bytes.
#pragma once

#include "checker/finding.h"

#include <cstddef>
#include <vector>

namespace tenon::checker {

/// `blobs`: what probeStateBytes() told in the first process, then in the second one: states, each followed by
/// addressesIn() of it. `moved`: the code lies elsewhere in the second one, too; else what looks like an address is
/// one. The findings have neither probe nor method.
std::vector<Finding> stateFindings(std::vector<std::vector<std::byte>> const& blobs, bool moved);

} // namespace tenon::checker

// SPDX-License-Identifier: Apache-2.0
// Looks for numbers in a plugin's state that are wider than what they came from, as a size_t or a long is that took an
// int: where those have 32 bits, the state is read wrongly.
#pragma once

#include "checker/explore.h"

namespace tenon::checker {

/// A note for each whole-number field of up to 32 bits that the state holds in 64. One is told only where plugins made
/// from several values, a negative one among them, have each value at one place, sign and all: nothing that happens to
/// stand beside a number of 32 bits looks like that. Plugins are made in processes of their own, whose end is no
/// finding: the values are not the user's.
std::vector<std::string> wideFields(Target const& target, Setup const& setup, double seconds);

} // namespace tenon::checker

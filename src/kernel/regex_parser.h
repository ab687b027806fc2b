// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernel/regex.h"

namespace tenon {

/// Writes the automaton of a pattern and returns the state that it begins with. Throws Error kRegex.
int32_t parseRegex(std::string_view pattern, std::vector<Regex::State>& states);

} // namespace tenon

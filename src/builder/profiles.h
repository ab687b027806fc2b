// SPDX-License-Identifier: Apache-2.0
// Profiles of the build options, checked and put in the order of the graph's inputs.
#pragma once

#include "builder/builder.h"

namespace tenon {

/// Sets g.profiles. No spec: one profile of the declared dims. Throws Error kProfile.
void setProfiles(ir::Graph& g, std::vector<ProfileSpec> const& specs);

/// Simplifies all dims and shape elements by what the profiles say of the symbols: min(512, s0) is s0 where s0 is at
/// most 128.
void simplifyShapes(ir::Graph& g);

} // namespace tenon

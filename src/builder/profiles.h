// SPDX-License-Identifier: Apache-2.0
// Profiles of the build options, checked and put in the order of the graph's inputs.
#pragma once

#include "builder/builder.h"

namespace tenon {

/// Sets g.profiles. No spec: one profile of the declared dims. Throws Error kProfile.
void setProfiles(ir::Graph& g, std::vector<ProfileSpec> const& specs);

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Profiles of an engine from the flags of `tenon build`, or from the values of a run.
#pragma once

#include "args.h"
#include "input_info.h"

#include "kernel/box.h"

namespace tenon::cli {

/// One profile for each --shapes, or for each --min-shapes, --opt-shapes, --max-shapes. Throws Error kShapeText; kUsage
/// where the three do not stand equally often; kNeedsShapes with all open inputs and an example where sizes are
/// missing.
std::vector<ProfileSpec> profilesOf(Inputs const& inputs, BuildArgs const& args);

/// The profile of exactly these values, one for each input.
ProfileSpec profileOf(std::vector<InputInfo> const& inputs, std::vector<Box> const& values);

} // namespace tenon::cli

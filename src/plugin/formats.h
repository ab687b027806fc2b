// SPDX-License-Identifier: Apache-2.0
// The search for types that a plugin accepts, position by position: what it refuses at one is not tried further.
#pragma once

#include "plugin/plugin.h"

namespace tenon::plugin {

/// Types of the inputs and outputs, those of `descs` where they are accepted. Others are tried for floating positions
/// where `free` is set (one entry a position): the network then casts. Leaves them in `descs`. Throws Error
/// kPluginFormats with a table of what was offered and answered.
void chooseTypes(Plugin& plugin, Descs& descs, std::vector<bool> const& free);

} // namespace tenon::plugin

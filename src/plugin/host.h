// SPDX-License-Identifier: Apache-2.0
// Which plugins run on the CPU: those of which their author (TENON_HOST_PLUGIN) or the user said so.
#pragma once

#include "plugin/key.h"

namespace tenon::plugin {

/// Safe under concurrent calls.
void setHost(Key const& key);
/// Every version and namespace of a name (`--host-plugin NAME`).
void setHostName(std::string const& name);
bool isHost(Key const& key);

} // namespace tenon::plugin

// SPDX-License-Identifier: Apache-2.0
// What was said of plugins beside the interface: which run on the CPU, and what they promise. Their authors say it
// (TENON_HOST_PLUGIN, TENON_PLUGIN_TRAITS), or their users.
#pragma once

#include "plugin/key.h"

#include <cstdint>

namespace tenon::plugin {

/// Safe under concurrent calls.
void setHost(Key const& key);
/// Every version and namespace of a name (`--host-plugin NAME`).
void setHostName(std::string const& name);
bool isHost(Key const& key);

/// Bits of tenon::PluginTrait (tenon/plugin.h); what this library knows none of is dropped.
void setTraits(Key const& key, uint32_t traits);
uint32_t traitsOf(Key const& key);

} // namespace tenon::plugin

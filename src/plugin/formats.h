// SPDX-License-Identifier: Apache-2.0
// The searches for types and formats that a plugin accepts, position by position: what it refuses at one is not tried
// further.
#pragma once

#include "plugin/plugin.h"

namespace tenon::plugin {

/// Types of the inputs and outputs, those of `descs` where they are accepted. Others are tried for
/// floating positions where `free` is set (one entry a position): the network then casts. Leaves them in `descs`.
/// Throws Error kPluginFormats with a table of what was offered and answered, or when the search does not come to an
/// end; `names` are the tensors', one a position.
void chooseTypes(Plugin& plugin, Descs& descs, std::vector<bool> const& free, std::vector<std::string> const& names);

/// Combinations of formats that it accepts for the types in `descs`, row-major everywhere first where it is one. Each
/// has one format a position. At least one.
std::vector<std::vector<nvinfer1::TensorFormat>> chooseFormats(Plugin& plugin, Descs descs);

} // namespace tenon::plugin

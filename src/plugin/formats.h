// SPDX-License-Identifier: Apache-2.0
// The searches for types and formats that a plugin accepts, position by position: what it refuses at one is not tried
// further.
#pragma once

#include "plugin/plugin.h"

namespace tenon::plugin {

/// What the network can convert a floating tensor to and from beside its own type.
struct Freedom {
    bool floats = false;    ///< other floating types, by casts
    bool eightBits = false; ///< i8 with the scale in the desc
};

/// Types of the inputs and outputs, those of `descs` where they are accepted; else those that `free` allows (one entry
/// a position). Leaves them in `descs`. Throws Error kPluginFormats with a table of what was offered and answered, or
/// when the search does not come to an end; `names` are the tensors', one a position.
void chooseTypes(Plugin& plugin, Descs& descs, std::vector<Freedom> const& free, std::vector<std::string> const& names);

/// False for one that takes a format which no tensor here can have: its answers do not depend on formats, and its data
/// are row-major.
bool looksAtFormats(Plugin& plugin, Descs descs);

/// Combinations of formats that it accepts for the types in `descs`, row-major everywhere first where it is one. Each
/// has one format a position. At least one.
std::vector<std::vector<nvinfer1::TensorFormat>> chooseFormats(Plugin& plugin, Descs descs);

} // namespace tenon::plugin

// SPDX-License-Identifier: Apache-2.0
// The flags about plugins: --plugins, --host-plugin, --plugin-priority, --strict.
#pragma once

#include "args.h"

#include "onnx/reader.h"

namespace tenon::cli {

/// Loads the libraries, adds the standard plugins, and notes which plugins run on the CPU. Throws Error kPluginLibrary,
/// kUsage.
void usePlugins(PluginArgs const& args);
onnx::ReadOptions readOptionsOf(PluginArgs const& args);

} // namespace tenon::cli

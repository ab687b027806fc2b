// SPDX-License-Identifier: Apache-2.0
// Plugin libraries that travel in engines: into a Plan when it is built, out of it when it is loaded.
#pragma once

#include "plan/plan.h"
#include "plugin/registry.h"

namespace tenon::plugin {

/// The file of a library. Throws Error kPluginLibrary.
plan::Library readLibrary(std::string const& path);

/// Where the loader of the system may be given a library from memory.
struct TemporaryFiles {
    bool inMemory = true, named = true; ///< what is allowed
    std::string directory;              ///< of named ones; empty: TMPDIR, else /tmp
};

/// Loads a library into a registry as Registry::load() does. No file is left behind. Throws Error kHostCode where no
/// kind of file is allowed or can be written, kPluginLibrary where the library does not load.
Library* loadEmbedded(Registry& registry, plan::Library const& library, TemporaryFiles const& files,
                      nvinfer1::ILoggerFinder& finder);

/// The hash of the library file that a creator comes from, as `tenon inspect` tells it; empty for one of the program
/// itself.
std::string hashOfLibrary(Registry const& registry, Key const& key);

} // namespace tenon::plugin

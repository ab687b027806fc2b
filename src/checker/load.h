// SPDX-License-Identifier: Apache-2.0
// Loads a plugin library into this process, with the libraries of Tenon that it was linked to.
#pragma once

#include "plugin/registry.h"

#include <string>

namespace tenon::checker {

/// As Registry::load(). A library that names libtenon, or one of the stubs that need it, is loaded also where nobody
/// said where those lie: they are looked for where this program has its own.
plugin::Library* loadPlugin(plugin::Registry& registry, std::string const& path, nvinfer1::ILoggerFinder& finder);

} // namespace tenon::checker

// SPDX-License-Identifier: Apache-2.0
// The plugin registries of the interface, over plugin::Registry.
#pragma once

#include "api/sink.h"
#include "plugin/registry.h"

#include <memory>

namespace tenon::api {

class PluginRegistry : public nvinfer1::IPluginRegistry {
public:
    ~PluginRegistry() override = default;
    virtual plugin::Registry& registry() noexcept = 0;
};

/// The process's, which every other one asks for what it lacks.
PluginRegistry& pluginRegistry() noexcept;
/// One of a builder or runtime.
std::unique_ptr<PluginRegistry> makePluginRegistry(std::shared_ptr<Sink> sink);

} // namespace tenon::api

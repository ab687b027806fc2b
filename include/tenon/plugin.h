// SPDX-License-Identifier: Apache-2.0
// What Tenon adds to plugins: how a plugin says that it runs on the CPU. Works at every level.
#ifndef TENON_PLUGIN_H
#define TENON_PLUGIN_H

#include "NvInferRuntime.h"

//! The library's side of the functions below. Null texts count as empty.
extern "C" TENSORRTAPI void tenon_plugin_set_host(char const* name, char const* version,
                                                  char const* pluginNamespace) noexcept;

namespace tenon {

// Unnamed, because their types differ between levels and may not meet.
namespace {

//! Says that the plugins of a creator run on the CPU: their enqueue() takes host pointers, and its stream may be null.
//! For plugins whose source cannot be changed; others say it with TENON_HOST_PLUGIN. Any thread may call it, before the
//! engine is built.
inline void setHostPlugin(char const* name, char const* version, char const* pluginNamespace = "") noexcept {
    tenon_plugin_set_host(name, version, pluginNamespace);
}

//! What TENON_HOST_PLUGIN makes. It makes one object of the creator to ask for its names.
template <typename Creator>
class HostPluginRegistrar {
public:
    HostPluginRegistrar() {
        Creator creator;
        setHostPlugin(creator.getPluginName(), creator.getPluginVersion(), creator.getPluginNamespace());
    }
};

} // namespace

} // namespace tenon

//! Beside REGISTER_TENSORRT_PLUGIN(name) or an exported list of creators: the plugins of this creator run on the CPU.
#define TENON_HOST_PLUGIN(name)                                                                                        \
    static tenon::HostPluginRegistrar<name> tenonHostPlugin##name {}

#endif // TENON_PLUGIN_H

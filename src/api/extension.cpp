// SPDX-License-Identifier: Apache-2.0
// The library's side of tenon/engine.h, but for streams, and of tenon/plugin.h.
#include "api/context_handle.h"

#include "plugin/host.h"
#include "plugin/watch.h"

#include "tenon/engine.h"
#include "tenon/plugin.h"

using namespace tenon::api;

namespace {

tenon::plugin::Key keyOf(char const* name, char const* version, char const* space) {
    auto text = [](char const* given) { return std::string(given == nullptr ? "" : given); };
    return {text(name), text(version), text(space)};
}

} // namespace

extern "C" {

bool tenon_context_set_auto_profile(void* context, bool on) noexcept {
    auto* const handle = static_cast<nvinfer1::IExecutionContext*>(context);
    return handle != nullptr && static_cast<ContextHandle*>(handle)->setAutoProfile(on);
}

char const* tenon_engine_device(void const* engine) noexcept {
    auto const* const handle = static_cast<nvinfer1::ICudaEngine const*>(engine);
    return handle == nullptr ? "" : engineOf(*handle)->plan().info.device.c_str();
}

char const* tenon_engine_meta(void const* engine, char const* key) noexcept {
    auto const* const handle = static_cast<nvinfer1::ICudaEngine const*>(engine);
    if (handle == nullptr || key == nullptr)
        return nullptr;
    auto const& user = engineOf(*handle)->plan().info.user;
    auto const it = user.find(key);
    return it == user.end() ? nullptr : it->second.c_str();
}

void tenon_plugin_set_host(char const* name, char const* version, char const* space) noexcept {
    tenon::plugin::setHost(keyOf(name, version, space));
}

void tenon_plugin_set_traits(char const* name, char const* version, char const* space, uint32_t traits) noexcept {
    tenon::plugin::setTraits(keyOf(name, version, space), traits);
}

void tenon_plugin_set_debug(bool on) noexcept {
    tenon::plugin::setGuards(on);
}

} // extern "C"

// SPDX-License-Identifier: Apache-2.0
// The library's side of tenon/engine.h, but for streams.
#include "api/context_handle.h"

#include "tenon/engine.h"

using namespace tenon::api;

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

} // extern "C"

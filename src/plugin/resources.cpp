// SPDX-License-Identifier: Apache-2.0
#include "plugin/resources.h"

#include "base/log.h"
#include "plugin/call.h"

#include <fmt/format.h>

namespace tenon::plugin {
namespace {

/// Runs a method of a resource; what it throws names the resource.
template <class F>
auto ask(std::string const& key, char const* method, F&& body) {
    try {
        return body();
    } catch (...) {
        throw Error(Message::kPluginResource, fmt::format("{}() of the resource for '{}' failed", method, key))
            .given(thrownText());
    }
}

} // namespace

Resources::~Resources() {
    for (auto& [key, shared] : mByKey) {
        try {
            ask(key, "release", [clone = shared.clone] { return clone->release(); });
        } catch (Error const& e) {
            log(Severity::kError, e.what());
        }
        delete shared.clone;
    }
}

nvinfer1::IPluginResource* Resources::acquire(std::string const& key, nvinfer1::IPluginResource* resource) {
    std::lock_guard const lock(mMutex);
    if (auto const it = mByKey.find(key); it != mByKey.end()) {
        ++it->second.users;
        return it->second.clone;
    }
    if (resource == nullptr)
        throw Error(Message::kPluginResource, fmt::format("there is no resource '{}', and none was given", key));
    nvinfer1::IPluginResource* const clone = ask(key, "clone", [&] { return resource->clone(); });
    if (clone == nullptr)
        throw Error(Message::kPluginResource, fmt::format("clone() of the resource for '{}' gave null", key));
    mByKey[key] = {clone, 1};
    return clone;
}

void Resources::release(std::string const& key) {
    std::lock_guard const lock(mMutex);
    auto const it = mByKey.find(key);
    if (it == mByKey.end())
        throw Error(Message::kPluginResource, fmt::format("there is no resource '{}' to release", key));
    if (--it->second.users > 0)
        return;
    nvinfer1::IPluginResource* const clone = it->second.clone;
    mByKey.erase(it);
    std::unique_ptr<nvinfer1::IPluginResource> const owned(clone);
    int32_t const status = ask(key, "release", [&] { return clone->release(); });
    if (status != 0)
        throw Error(Message::kPluginResource, fmt::format("release() of the resource '{}' gave {}", key, status));
}

} // namespace tenon::plugin

// SPDX-License-Identifier: Apache-2.0
#include "plugin/resources.h"

#include <fmt/format.h>

namespace tenon::plugin {

Resources::~Resources() {
    for (auto& [key, shared] : mByKey) {
        shared.clone->release();
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
    nvinfer1::IPluginResource* const clone = resource->clone();
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
    int32_t const status = clone->release();
    delete clone;
    if (status != 0)
        throw Error(Message::kPluginResource, fmt::format("release() of the resource '{}' gave {}", key, status));
}

} // namespace tenon::plugin

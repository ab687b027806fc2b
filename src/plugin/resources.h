// SPDX-License-Identifier: Apache-2.0
// What plugins share by key: the first user's resource is cloned, the last user's leave releases the clone.
#pragma once

#include "NvInferRuntime.h"
#include "base/error.h"

#include <map>
#include <mutex>
#include <string>

namespace tenon::plugin {

/// Safe under concurrent calls.
class Resources {
public:
    Resources() = default;
    ~Resources(); ///< releases what is left
    Resources(Resources const&) = delete;
    Resources& operator=(Resources const&) = delete;

    /// The clone under the key, made from `resource` when there is none yet. Throws Error kPluginResource.
    nvinfer1::IPluginResource* acquire(std::string const& key, nvinfer1::IPluginResource* resource);
    /// Throws Error kPluginResource when the key has no user, or the clone cannot be released.
    void release(std::string const& key);

private:
    struct Shared {
        nvinfer1::IPluginResource* clone;
        int64_t users;
    };
    std::mutex mMutex;
    std::map<std::string, Shared> mByKey;
};

} // namespace tenon::plugin

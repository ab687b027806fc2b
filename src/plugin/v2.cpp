// SPDX-License-Identifier: Apache-2.0
#include "plugin/v2.h"

#include "base/log.h"

#include <algorithm>
#include <cstring>

namespace tenon::plugin {

using nvinfer1::IPluginV2;
using nvinfer1::IPluginV2DynamicExt;
using nvinfer1::IPluginV2Ext;
using nvinfer1::IPluginV2IOExt;

template <class Object>
V2Plugin<Object>::~V2Plugin() {
    try {
        if constexpr (std::is_base_of_v<IPluginV2Ext, Object>)
            if (mAttached)
                call(key(), "detachFromContext", [&] { mObject->detachFromContext(); });
        if (mInitialized)
            call(key(), "terminate", [&] { mObject->terminate(); });
        call(key(), "destroy", [&] { mObject->destroy(); });
    } catch (Error const& e) {
        log(Severity::kError, e.what());
    }
}

/// Written twice over different bytes: what differs was not written, what changed behind the end was not announced.
template <class Object>
std::vector<std::byte> V2Plugin<Object>::state() {
    constexpr size_t kGuard = size_t{1} << 16, kMostState = size_t{1} << 32;
    size_t const size = call(key(), "getSerializationSize", [&] { return mObject->getSerializationSize(); });
    if (size > kMostState)
        throw Error(Message::kPluginState,
                    fmt::format("getSerializationSize() of the plugin {} cannot be used", key().text()),
                    {{}, {}, {}, key().path()})
            .wanted(fmt::format("0 to {} bytes", kMostState))
            .given(fmt::format("{} bytes", size));
    std::vector<std::byte> first(size + kGuard, std::byte{0xA5}), second(size + kGuard, std::byte{0x5A});
    for (auto* buffer : {&first, &second})
        call(key(), "serialize", [&] { mObject->serialize(buffer->data()); });
    auto refuse = [&](size_t written) {
        return Error(Message::kPluginState,
                     fmt::format("serialize() of the plugin {} wrote another number of bytes than it announced",
                                 key().text()),
                     {{}, {}, {}, key().path()})
            .wanted(fmt::format("{} bytes, as getSerializationSize() said", size))
            .given(fmt::format("{} bytes", written));
    };
    for (size_t i = size + kGuard; i-- > size;)
        if (first[i] != std::byte{0xA5} || second[i] != std::byte{0x5A})
            throw refuse(i + 1);
    size_t written = size;
    while (written > 0 && first[written - 1] == std::byte{0xA5} && second[written - 1] == std::byte{0x5A})
        --written;
    if (written != size)
        throw refuse(written);
    first.resize(size);
    return first;
}

template <class Object>
std::unique_ptr<Plugin> V2Plugin<Object>::clone() {
    IPluginV2* const made = call(key(), "clone", [&]() -> IPluginV2* { return mObject->clone(); });
    requireNew<IPluginV2>(key(), "clone", made, mObject);
    auto out = wrapV2(key(), generation(), library(), made);
    char const* const space = call(key(), "getPluginNamespace", [&] { return made->getPluginNamespace(); });
    if (std::string(space == nullptr ? "" : space) != key().space) {
        log(Severity::kWarning, fmt::format("clone() of the plugin {} gave a copy in namespace '{}'; the engine keeps "
                                            "the namespace of the original",
                                            key().text(), space == nullptr ? "" : space));
        call(key(), "setPluginNamespace", [&] { made->setPluginNamespace(key().space.c_str()); });
    }
    return out;
}

template <class Object>
std::unique_ptr<Plugin> V2Plugin<Object>::forContext() {
    std::unique_ptr<Plugin> out = clone();
    auto& copy = static_cast<V2Plugin&>(*out);
    callStatus(key(), "initialize", [&] { return copy.mObject->initialize(); });
    copy.mInitialized = true;
    if constexpr (std::is_base_of_v<IPluginV2Ext, Object>) {
        call(key(), "attachToContext",
             [&] { copy.mObject->attachToContext(nullptr, nullptr, hostContext().getGpuAllocator()); });
        copy.mAttached = true;
    }
    return out;
}

template class V2Plugin<IPluginV2>;
template class V2Plugin<IPluginV2Ext>;
template class V2Plugin<IPluginV2IOExt>;
template class V2Plugin<IPluginV2DynamicExt>;

} // namespace tenon::plugin

// SPDX-License-Identifier: Apache-2.0
// What all plugins of version 2 have in common: the object's life and its state.
#pragma once

#include "plugin/call.h"
#include "plugin/plugin.h"

namespace tenon::plugin {

template <class Object>
class V2Plugin : public Plugin {
public:
    V2Plugin(Key key, Generation generation, std::shared_ptr<Library> library, nvinfer1::IPluginV2* object)
        : Plugin(std::move(key), generation, std::move(library)), mObject(static_cast<Object*>(object)) {}
    ~V2Plugin() override;

    int32_t outputs() const override {
        return checkedOutputs(call(key(), "getNbOutputs", [&] { return mObject->getNbOutputs(); }));
    }
    std::vector<std::byte> state() override;
    std::unique_ptr<Plugin> clone() override;
    std::unique_ptr<Plugin> forContext() override;
    nvinfer1::IPluginV2* v2() noexcept override { return mObject; }

protected:
    Object& object() const noexcept { return *mObject; }

private:
    Object* mObject;
    bool mInitialized = false, mAttached = false;
};

/// The adaptor for a generation: exactly the class that getTensorRTVersion() told.
std::unique_ptr<Plugin> wrapV2(Key key, Generation generation, std::shared_ptr<Library> library,
                               nvinfer1::IPluginV2* object);

} // namespace tenon::plugin

// SPDX-License-Identifier: Apache-2.0
// Layers that run a plugin, and the assertion.
#ifndef TENON_NV_LAYERS_PLUGIN_H
#define TENON_NV_LAYERS_PLUGIN_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

class TENON_DEPRECATED_10 IPluginV2Layer : public ILayer {
public:
    IPluginV2& getPlugin() noexcept { return mImpl->getPlugin(); }

protected:
    apiv::VPluginV2Layer* mImpl;
    virtual ~IPluginV2Layer() noexcept = default;
};

class IPluginV3Layer : public ILayer {
public:
    IPluginV3& getPlugin() noexcept { return mImpl->getPlugin(); }

protected:
    apiv::VPluginV3Layer* mImpl;
    virtual ~IPluginV3Layer() noexcept = default;
};

class IAssertionLayer : public ILayer {
public:
    void setMessage(char const* message) noexcept { mImpl->setMessage(message); }

    char const* getMessage() const noexcept { return mImpl->getMessage(); }

protected:
    virtual ~IAssertionLayer() noexcept = default;
    apiv::VAssertionLayer* mImpl;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_PLUGIN_H

// SPDX-License-Identifier: Apache-2.0
// Layers that run a plugin, and the assertion.
#ifndef TENON_NV_LAYERS_PLUGIN_H
#define TENON_NV_LAYERS_PLUGIN_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! Runs a plugin of IPluginV2 or a class derived from it.
class TENON_DEPRECATED_10 IPluginV2Layer : public ILayer {
public:
    //! The layer's plugin; the network owns it.
    IPluginV2& getPlugin() noexcept { return mImpl->getPlugin(); }

protected:
    apiv::VPluginV2Layer* mImpl;
    virtual ~IPluginV2Layer() noexcept = default;
};

//! Runs a plugin of IPluginV3 (since 10).
class IPluginV3Layer : public ILayer {
public:
    //! The layer's plugin; the network owns it.
    IPluginV3& getPlugin() noexcept { return mImpl->getPlugin(); }

protected:
    apiv::VPluginV3Layer* mImpl;
    virtual ~IPluginV3Layer() noexcept = default;
};

//! Ends a build or a run with a message when its input, a boolean shape tensor, holds false. No output.
class IAssertionLayer : public ILayer {
public:
    //! The message; copied.
    void setMessage(char const* message) noexcept { mImpl->setMessage(message); }

    //! The message; the layer owns the text.
    char const* getMessage() const noexcept { return mImpl->getMessage(); }

protected:
    virtual ~IAssertionLayer() noexcept = default;
    apiv::VAssertionLayer* mImpl;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_PLUGIN_H

// SPDX-License-Identifier: Apache-2.0
// Plugins of version 2: IPluginV2, IPluginV2Ext, IPluginV2IOExt and IPluginCreator.
// The form with dynamic shapes, IPluginV2DynamicExt, and version 3 are in NvInferRuntime.h.
#ifndef NV_INFER_RUNTIME_PLUGIN_H
#define NV_INFER_RUNTIME_PLUGIN_H

#include "NvInferPluginBase.h"
#include "tenon/nv/plugin_v2.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! Makes plugins of version 2. Users implement it and register one object of it, which must outlive every engine that
//! holds such a plugin.
class TENON_DEPRECATED_10 IPluginCreator : public IPluginCreatorInterface {
public:
    //! Name that plugins of this creator return from getPluginType().
    virtual AsciiChar const* getPluginName() const = 0;

    //! Version that plugins of this creator return from getPluginVersion().
    virtual AsciiChar const* getPluginVersion() const = 0;

    //! Names and types of the fields that createPlugin() reads. The creator owns them.
    virtual PluginFieldCollection const* getFieldNames() = 0;

    //! Makes a plugin from fields; the caller owns it and ends it with destroy(). Null means failure.
    virtual IPluginV2* createPlugin(AsciiChar const* name, PluginFieldCollection const* fc) = 0;

    //! Makes a plugin from the bytes that its serialize() wrote; the caller owns it. Null means failure.
    virtual IPluginV2* deserializePlugin(AsciiChar const* name, void const* serialData, size_t serialLength) = 0;

    //! Sets the namespace that the creator is registered in; the registry calls it.
    virtual void setPluginNamespace(AsciiChar const* pluginNamespace) = 0;

    //! The namespace that was set, "" by default.
    virtual AsciiChar const* getPluginNamespace() const = 0;

    IPluginCreator() = default;
    ~IPluginCreator() override = default;

protected:
    IPluginCreator(IPluginCreator const&) = default;
    IPluginCreator(IPluginCreator&&) = default;
    IPluginCreator& operator=(IPluginCreator const&) & = default;
    IPluginCreator& operator=(IPluginCreator&&) & = default;

public:
    InterfaceInfo getInterfaceInfo() const override { return {"PLUGIN CREATOR_V1", 1, 0}; }

    // extra slots (Tenon)
    //! The interface version that the creator was compiled with; generation 8.
    virtual int32_t getTensorRTVersion() const { return NV_TENSORRT_VERSION; }
};

namespace v_1_0 {
using nvinfer1::IPluginCreator;
} // namespace v_1_0

} // namespace nvinfer1
TENON_NV_END

#endif // NV_INFER_RUNTIME_PLUGIN_H

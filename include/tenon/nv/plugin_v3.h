// SPDX-License-Identifier: Apache-2.0
// (documentation follows)
// Included by NvInferRuntime.h.
#ifndef TENON_NV_PLUGIN_V3_H
#define TENON_NV_PLUGIN_V3_H

#include "tenon/nv/dim_expr.h"
#include "tenon/nv/impl_runtime.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

class IPluginResourceContext {
public:
    virtual IGpuAllocator* getGpuAllocator() const noexcept = 0;
    virtual IErrorRecorder* getErrorRecorder() const noexcept = 0;
    virtual ~IPluginResourceContext() = default;

protected:
    IPluginResourceContext() = default;
    IPluginResourceContext(IPluginResourceContext const&) = default;
    IPluginResourceContext(IPluginResourceContext&&) = default;
    IPluginResourceContext& operator=(IPluginResourceContext const&) & = default;
    IPluginResourceContext& operator=(IPluginResourceContext&&) & = default;
};

class IPluginV3OneCore : public IPluginCapability {
public:
    InterfaceInfo getInterfaceInfo() const override { return {"PLUGIN_V3ONE_CORE", 1, 0}; }
    virtual AsciiChar const* getPluginName() const = 0;
    virtual AsciiChar const* getPluginVersion() const = 0;
    virtual AsciiChar const* getPluginNamespace() const = 0;
};

namespace v_1_0 {
using nvinfer1::IPluginV3OneCore;
}

#if TENON_API_LEVEL != 8
class IPluginV3OneBuild : public IPluginCapability {
public:
    static constexpr int32_t kDEFAULT_FORMAT_COMBINATION_LIMIT = 100;
    InterfaceInfo getInterfaceInfo() const override { return {"PLUGIN_V3ONE_BUILD", 1, 0}; }
    virtual int32_t configurePlugin(DynamicPluginTensorDesc const* in, int32_t nbInputs,
                                    DynamicPluginTensorDesc const* out, int32_t nbOutputs) = 0;
    virtual int32_t getOutputDataTypes(DataType* outputTypes, int32_t nbOutputs, DataType const* inputTypes,
                                       int32_t nbInputs) const = 0;
    virtual int32_t getOutputShapes(DimsExprs const* inputs, int32_t nbInputs, DimsExprs const* shapeInputs,
                                    int32_t nbShapeInputs, DimsExprs* outputs, int32_t nbOutputs,
                                    IExprBuilder& exprBuilder) = 0;
    virtual bool supportsFormatCombination(int32_t pos, DynamicPluginTensorDesc const* inOut, int32_t nbInputs,
                                           int32_t nbOutputs) = 0;
    virtual int32_t getNbOutputs() const = 0;
    virtual size_t getWorkspaceSize(DynamicPluginTensorDesc const* /*inputs*/, int32_t /*nbInputs*/,
                                    DynamicPluginTensorDesc const* /*outputs*/, int32_t /*nbOutputs*/) const {
        return 0;
    }
    virtual int32_t getValidTactics(int32_t* /*tactics*/, int32_t /*nbTactics*/) { return 0; }
    virtual int32_t getNbTactics() { return 0; }
    virtual char const* getTimingCacheID() { return nullptr; }
    virtual int32_t getFormatCombinationLimit() { return kDEFAULT_FORMAT_COMBINATION_LIMIT; }
    virtual char const* getMetadataString() { return nullptr; }
};

class IPluginV3OneBuildV2 : public IPluginV3OneBuild {
public:
    InterfaceInfo getInterfaceInfo() const override { return {"PLUGIN_V3ONE_BUILD", 2, 0}; }
    virtual int32_t getAliasedInput(int32_t /*outputIndex*/) { return -1; }
};

namespace v_1_0 {
using nvinfer1::IPluginV3OneBuild;
}
namespace v_2_0 {
using IPluginV3OneBuild = nvinfer1::IPluginV3OneBuildV2;
}

class IPluginV3OneRuntime : public IPluginCapability {
public:
    InterfaceInfo getInterfaceInfo() const override { return {"PLUGIN_V3ONE_RUNTIME", 1, 0}; }
    virtual int32_t setTactic(int32_t /*tactic*/) { return 0; }
    virtual int32_t onShapeChange(PluginTensorDesc const* in, int32_t nbInputs, PluginTensorDesc const* out,
                                  int32_t nbOutputs) = 0;
    virtual int32_t enqueue(PluginTensorDesc const* inputDesc, PluginTensorDesc const* outputDesc,
                            void const* const* inputs, void* const* outputs, void* workspace, cudaStream_t stream) = 0;
    virtual IPluginV3* attachToContext(IPluginResourceContext* context) = 0;
    virtual PluginFieldCollection const* getFieldsToSerialize() = 0;
};

namespace v_1_0 {
using nvinfer1::IPluginV3OneRuntime;
}
#endif // TENON_API_LEVEL

class IPluginCreatorV3One : public IPluginCreatorInterface {
public:
    InterfaceInfo getInterfaceInfo() const override { return {"PLUGIN CREATOR_V3ONE", 1, 0}; }
    virtual IPluginV3* createPlugin(AsciiChar const* name, PluginFieldCollection const* fc, TensorRTPhase phase) = 0;
    virtual PluginFieldCollection const* getFieldNames() = 0;
    virtual AsciiChar const* getPluginName() const = 0;
    virtual AsciiChar const* getPluginVersion() const = 0;
    virtual AsciiChar const* getPluginNamespace() const = 0;
    IPluginCreatorV3One() = default;
    virtual ~IPluginCreatorV3One() = default;

protected:
    IPluginCreatorV3One(IPluginCreatorV3One const&) = default;
    IPluginCreatorV3One(IPluginCreatorV3One&&) = default;
    IPluginCreatorV3One& operator=(IPluginCreatorV3One const&) & = default;
    IPluginCreatorV3One& operator=(IPluginCreatorV3One&&) & = default;
};

namespace v_1_0 {
using nvinfer1::IPluginCreatorV3One;
}

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_PLUGIN_V3_H

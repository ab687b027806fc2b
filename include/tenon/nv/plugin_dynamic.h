// SPDX-License-Identifier: Apache-2.0
// IPluginV2DynamicExt: the kind of version 2 plugin that works with dynamic shapes.
// At level 8 the slots whose arguments hold shapes convert them for the methods that users override, as in
// plugin_v2_level8.h. Included by NvInferRuntime.h.
#ifndef TENON_NV_PLUGIN_DYNAMIC_H
#define TENON_NV_PLUGIN_DYNAMIC_H

#include "tenon/nv/dim_expr.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! A user's layer with dynamic shapes, an explicit batch, and its own choice of types and formats. Users implement it.
//! In arrays of tensors the inputs come first, then the outputs.
class TENON_DEPRECATED_10 IPluginV2DynamicExt : public IPluginV2Ext {
public:
    IPluginV2DynamicExt* clone() const override = 0;

    //! Shape of output `outputIndex`, as formulas over the dimensions of the inputs.
    virtual DimsExprs getOutputDimensions(int32_t outputIndex, DimsExprs const* inputs, int32_t nbInputs,
                                          IExprBuilder& exprBuilder) = 0;

    //! Most format combinations that a plugin is asked to accept.
    static constexpr int32_t kFORMAT_COMBINATION_LIMIT = 100;

#if TENON_API_LEVEL == 8
    virtual bool tenon_supportsFormatCombination_64(int32_t pos, impl::PluginTensorDesc64 const* inOut,
                                                    int32_t nbInputs, int32_t nbOutputs) {
        return supportsFormatCombination(pos, impl::Narrowed<PluginTensorDesc>(inOut, nbInputs + nbOutputs).data(),
                                         nbInputs, nbOutputs);
    }
    virtual void tenon_configurePlugin_64(impl::DynamicPluginTensorDesc64 const* in, int32_t nbInputs,
                                          impl::DynamicPluginTensorDesc64 const* out, int32_t nbOutputs) {
        mNbInputs = nbInputs;
        configurePlugin(impl::Narrowed<DynamicPluginTensorDesc>(in, nbInputs).data(), nbInputs,
                        impl::Narrowed<DynamicPluginTensorDesc>(out, nbOutputs).data(), nbOutputs);
    }
    virtual size_t tenon_getWorkspaceSize_64(impl::PluginTensorDesc64 const* inputs, int32_t nbInputs,
                                             impl::PluginTensorDesc64 const* outputs, int32_t nbOutputs) const {
        return getWorkspaceSize(impl::Narrowed<PluginTensorDesc>(inputs, nbInputs).data(), nbInputs,
                                impl::Narrowed<PluginTensorDesc>(outputs, nbOutputs).data(), nbOutputs);
    }
    //! enqueue() is not told the number of inputs, so it is kept from configurePlugin(); without that the call fails.
    virtual int32_t tenon_enqueue_64(impl::PluginTensorDesc64 const* inputDesc,
                                     impl::PluginTensorDesc64 const* outputDesc, void const* const* inputs,
                                     void* const* outputs, void* workspace, cudaStream_t stream) {
        if (mNbInputs < 0)
            return 1;
        return enqueue(impl::Narrowed<PluginTensorDesc>(inputDesc, mNbInputs).data(),
                       impl::Narrowed<PluginTensorDesc>(outputDesc, getNbOutputs()).data(), inputs, outputs, workspace,
                       stream);
    }
#else
    //! Whether inOut[pos] is acceptable, given inOut[0] to inOut[pos - 1].
    virtual bool supportsFormatCombination(int32_t pos, PluginTensorDesc const* inOut, int32_t nbInputs,
                                           int32_t nbOutputs) = 0;

    //! Tells the plugin what the builder chose and the range of shapes; called again when an execution context learns
    //! its shapes, with min, opt and max equal.
    virtual void configurePlugin(DynamicPluginTensorDesc const* in, int32_t nbInputs,
                                 DynamicPluginTensorDesc const* out, int32_t nbOutputs) = 0;

    //! Bytes of scratch memory that enqueue() needs for these shapes or smaller ones.
    virtual size_t getWorkspaceSize(PluginTensorDesc const* inputs, int32_t nbInputs, PluginTensorDesc const* outputs,
                                    int32_t nbOutputs) const = 0;

    //! Computes the outputs on the stream. Zero means success. Contexts may call it at once for different clones.
    virtual int32_t enqueue(PluginTensorDesc const* inputDesc, PluginTensorDesc const* outputDesc,
                            void const* const* inputs, void* const* outputs, void* workspace, cudaStream_t stream) = 0;
#endif

protected:
    int32_t getTensorRTVersion() const override {
        return static_cast<int32_t>(PluginVersion::kV2_DYNAMICEXT) << 24 | (NV_TENSORRT_VERSION & 0xFFFFFF);
    }
    ~IPluginV2DynamicExt() override = default;

private:
    // Slots of the bases that this kind does not use.
    TENON_NV_CLOSED_BEGIN
#if TENON_API_LEVEL == 8
    void tenon_configurePlugin_64(Dims64 const*, int32_t, Dims64 const*, int32_t, DataType const*, DataType const*,
                                  bool const*, bool const*, PluginFormat, int32_t) final {}
    Dims64 tenon_getOutputDimensions_64(int32_t, Dims64 const*, int32_t) final {
        return {-1, {}};
    }
#else
    void configurePlugin(Dims const*, int32_t, Dims const*, int32_t, DataType const*, DataType const*, bool const*,
                         bool const*, PluginFormat, int32_t) final {}
    Dims getOutputDimensions(int32_t, Dims const*, int32_t) final {
        return {-1, {}};
    }
#endif
    bool supportsFormat(DataType, PluginFormat) const final {
        return false;
    }
    bool isOutputBroadcastAcrossBatch(int32_t, bool const*, int32_t) const final {
        return false;
    }
    bool canBroadcastInputAcrossBatch(int32_t) const final {
        return true;
    }
    size_t getWorkspaceSize(int32_t) const final {
        return 0;
    }
    int32_t enqueue(int32_t, void const* const*, void* const*, void*, cudaStream_t) final {
        return 1;
    }
    TENON_NV_CLOSED_END

#if TENON_API_LEVEL == 8
public:
    // extra slots (Tenon)
    virtual bool supportsFormatCombination(int32_t pos, PluginTensorDesc const* inOut, int32_t nbInputs,
                                           int32_t nbOutputs) = 0;
    virtual void configurePlugin(DynamicPluginTensorDesc const* in, int32_t nbInputs,
                                 DynamicPluginTensorDesc const* out, int32_t nbOutputs) = 0;
    virtual size_t getWorkspaceSize(PluginTensorDesc const* inputs, int32_t nbInputs, PluginTensorDesc const* outputs,
                                    int32_t nbOutputs) const = 0;
    virtual int32_t enqueue(PluginTensorDesc const* inputDesc, PluginTensorDesc const* outputDesc,
                            void const* const* inputs, void* const* outputs, void* workspace, cudaStream_t stream) = 0;

private:
    TENON_NV_CLOSED_BEGIN
    void configurePlugin(Dims const*, int32_t, Dims const*, int32_t, DataType const*, DataType const*, bool const*,
                         bool const*, PluginFormat, int32_t) final {}
    Dims getOutputDimensions(int32_t, Dims const*, int32_t) final {
        return {-1, {}};
    }
    TENON_NV_CLOSED_END

    int32_t mNbInputs{-1};
#endif
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_PLUGIN_DYNAMIC_H

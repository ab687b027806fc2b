// SPDX-License-Identifier: Apache-2.0
// IPluginV2, IPluginV2Ext and IPluginV2IOExt at levels 10 and 11; plugin_v2_level8.h is the other form.
// Included by NvInferRuntimePlugin.h.
#ifndef TENON_NV_PLUGIN_V2_H
#define TENON_NV_PLUGIN_V2_H

#include "tenon/nv/plugin_desc.h"

#if TENON_API_LEVEL == 8
#include "tenon/nv/plugin_v2_level8.h"
#else

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! A user's layer of the oldest kind: fixed shapes without the batch, one type, one format. Users implement it.
class TRT_DEPRECATED IPluginV2 {
public:
    //! The interface version that the plugin was compiled with, its kind in the top byte. Not for users to override.
    virtual int32_t getTensorRTVersion() const { return NV_TENSORRT_VERSION; }

    //! The plugin's type; with version and namespace it finds the creator again. Zero-terminated, at most 1024
    //! characters.
    virtual AsciiChar const* getPluginType() const = 0;

    //! The version of the plugin's type.
    virtual AsciiChar const* getPluginVersion() const = 0;

    //! Number of outputs; the same for the plugin's whole life.
    virtual int32_t getNbOutputs() const = 0;

    //! Shape of output `index`, from the shapes of the inputs, all without the batch.
    virtual Dims getOutputDimensions(int32_t index, Dims const* inputs, int32_t nbInputDims) = 0;

    //! Whether the plugin works with this type and format for all its inputs and outputs.
    virtual bool supportsFormat(DataType type, PluginFormat format) const = 0;

    //! Tells the plugin what the builder chose; called before initialize().
    virtual void configureWithFormat(Dims const* inputDims, int32_t nbInputs, Dims const* outputDims, int32_t nbOutputs,
                                     DataType type, PluginFormat format, int32_t maxBatchSize) = 0;

    //! Prepares for execution when an engine is built or loaded. Zero means success.
    virtual int32_t initialize() = 0;

    //! Gives up what initialize() took; called when the engine ends.
    virtual void terminate() = 0;

    //! Bytes of scratch memory that enqueue() needs for a batch of maxBatchSize.
    virtual size_t getWorkspaceSize(int32_t maxBatchSize) const = 0;

    //! Computes the outputs on the stream. Zero means success. Contexts may call it at once for different clones.
    virtual int32_t enqueue(int32_t batchSize, void const* const* inputs, void* const* outputs, void* workspace,
                            cudaStream_t stream) = 0;

    //! Bytes that serialize() writes.
    virtual size_t getSerializationSize() const = 0;

    //! Writes the plugin's state to a buffer of getSerializationSize() bytes.
    virtual void serialize(void* buffer) const = 0;

    //! Ends the object; in place of a delete.
    virtual void destroy() = 0;

    //! A copy in the same state, owned by the caller, who ends it with destroy().
    virtual IPluginV2* clone() const = 0;

    //! Sets the namespace that the plugin belongs to.
    virtual void setPluginNamespace(AsciiChar const* pluginNamespace) = 0;

    //! The namespace that was set, "" by default.
    virtual AsciiChar const* getPluginNamespace() const = 0;

    IPluginV2() = default;
    virtual ~IPluginV2() = default;

protected:
    IPluginV2(IPluginV2 const&) = default;
    IPluginV2(IPluginV2&&) = default;
    IPluginV2& operator=(IPluginV2 const&) & = default;
    IPluginV2& operator=(IPluginV2&&) & = default;
};

//! A plugin whose outputs may have other types than its inputs. Users implement it.
class TRT_DEPRECATED IPluginV2Ext : public IPluginV2 {
public:
    //! Type of output `index`, from the types of the inputs.
    virtual DataType getOutputDataType(int32_t index, DataType const* inputTypes, int32_t nbInputs) const = 0;

    //! Whether output outputIndex is the same for the whole batch; asked only with an implicit batch. Not in
    //! generation 11.
    virtual bool isOutputBroadcastAcrossBatch(int32_t /*outputIndex*/, bool const* /*inputIsBroadcasted*/,
                                              int32_t /*nbInputs*/) const {
        return false;
    }

    //! Whether input inputIndex may be given once for the whole batch; asked only with an implicit batch.
    //! Not in generation 11.
    virtual bool canBroadcastInputAcrossBatch(int32_t /*inputIndex*/) const { return false; }

    //! Tells the plugin what the builder chose; called before initialize().
    virtual void configurePlugin(Dims const* inputDims, int32_t nbInputs, Dims const* outputDims, int32_t nbOutputs,
                                 DataType const* inputTypes, DataType const* outputTypes, bool const* inputIsBroadcast,
                                 bool const* outputIsBroadcast, PluginFormat floatFormat, int32_t maxBatchSize) = 0;

    IPluginV2Ext() = default;
    ~IPluginV2Ext() override = default;

    //! Lends the plugin the handles and the allocator of an execution context, until detachFromContext().
    virtual void attachToContext(cudnnContext* /*cudnn*/, cublasContext* /*cublas*/, IGpuAllocator* /*allocator*/) {}

    //! Ends the loan of attachToContext().
    virtual void detachFromContext() {}

    IPluginV2Ext* clone() const override = 0;

protected:
    IPluginV2Ext(IPluginV2Ext const&) = default;
    IPluginV2Ext(IPluginV2Ext&&) = default;
    IPluginV2Ext& operator=(IPluginV2Ext const&) & = default;
    IPluginV2Ext& operator=(IPluginV2Ext&&) & = default;

    int32_t getTensorRTVersion() const override {
        return static_cast<int32_t>(PluginVersion::kV2_EXT) << 24 | (NV_TENSORRT_VERSION & 0xFFFFFF);
    }

    //! Never called for plugins of this kind: configurePlugin() takes its place.
    void configureWithFormat(Dims const* /*inputDims*/, int32_t /*nbInputs*/, Dims const* /*outputDims*/,
                             int32_t /*nbOutputs*/, DataType /*type*/, PluginFormat /*format*/,
                             int32_t /*maxBatchSize*/) override {}
};

//! A plugin that chooses type and format of each input and output by itself. Users implement it.
class TENON_DEPRECATED_10 IPluginV2IOExt : public IPluginV2Ext {
public:
    //! Tells the plugin the shape, type and format of each input and output; called before initialize().
    virtual void configurePlugin(PluginTensorDesc const* in, int32_t nbInput, PluginTensorDesc const* out,
                                 int32_t nbOutput) = 0;

    //! Whether inOut[pos] is acceptable, given inOut[0] to inOut[pos - 1]; inputs come first, then outputs.
    virtual bool supportsFormatCombination(int32_t pos, PluginTensorDesc const* inOut, int32_t nbInputs,
                                           int32_t nbOutputs) const = 0;

    IPluginV2IOExt() = default;
    ~IPluginV2IOExt() override = default;

protected:
    IPluginV2IOExt(IPluginV2IOExt const&) = default;
    IPluginV2IOExt(IPluginV2IOExt&&) = default;
    IPluginV2IOExt& operator=(IPluginV2IOExt const&) & = default;
    IPluginV2IOExt& operator=(IPluginV2IOExt&&) & = default;

    int32_t getTensorRTVersion() const override {
        return static_cast<int32_t>(PluginVersion::kV2_IOEXT) << 24 | (NV_TENSORRT_VERSION & 0xFFFFFF);
    }

private:
    // Slots of the bases that this kind does not use.
    TENON_NV_CLOSED_BEGIN
    void configurePlugin(Dims const*, int32_t, Dims const*, int32_t, DataType const*, DataType const*, bool const*,
                         bool const*, PluginFormat, int32_t) final {}
    bool supportsFormat(DataType, PluginFormat) const final { return false; }
    TENON_NV_CLOSED_END
};

} // namespace nvinfer1
TENON_NV_END
#endif // TENON_API_LEVEL

#endif // TENON_NV_PLUGIN_V2_H

// SPDX-License-Identifier: Apache-2.0
// IPluginV2, IPluginV2Ext and IPluginV2IOExt at level 8. plugin_v2.h says what each method is for.
// The library sees the same slots as at level 10; a slot whose arguments hold shapes is called tenon_NAME_64 here,
// converts them, and calls NAME with 32-bit shapes. NAME lives in a second base, because a slot of its own in IPluginV2
// or IPluginV2Ext would move the slots of the classes derived from them. So NAME may only be called on plugins that
// were compiled at level 8; every other method may be called on any. Included by NvInferRuntimePlugin.h.
#ifndef TENON_NV_PLUGIN_V2_LEVEL8_H
#define TENON_NV_PLUGIN_V2_LEVEL8_H

#include "tenon/nv/plugin_desc.h"
#include <memory>

#ifdef TENON_TENSORRT_7
#include "tenon/nv/tensorrt7.h"
#endif

#if TENON_API_LEVEL == 8
TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

class IPluginV2;

namespace impl {

inline PluginTensorDesc narrow(PluginTensorDesc64 const& desc) noexcept {
    return {narrow(desc.dims), desc.type, desc.format, desc.scale};
}

//! The 32-bit forms of an array that the library passes; a short one lies on the stack.
template <typename Slim>
class Narrowed {
public:
    template <typename Wide>
    Narrowed(Wide const* from, int32_t count) : mMany(count > kFEW ? new Slim[count] : nullptr) {
        for (int32_t i = 0; i < count; ++i)
            data()[i] = narrow(from[i]);
    }

    Slim* data() noexcept { return mMany ? mMany.get() : mFew; }

private:
    static constexpr int32_t kFEW = 16;
    Slim mFew[kFEW];
    std::unique_ptr<Slim[]> mMany;
};

//! The slots of IPluginV2.
class PluginV2Slots {
public:
    virtual int32_t getTensorRTVersion() const { return NV_TENSORRT_VERSION; }
    virtual AsciiChar const* getPluginType() const = 0;
    virtual AsciiChar const* getPluginVersion() const = 0;
    virtual int32_t getNbOutputs() const = 0;
    virtual Dims64 tenon_getOutputDimensions_64(int32_t index, Dims64 const* inputs, int32_t nbInputDims) = 0;
    virtual bool supportsFormat(DataType type, PluginFormat format) const = 0;
    virtual void tenon_configureWithFormat_64(Dims64 const* inputDims, int32_t nbInputs, Dims64 const* outputDims,
                                              int32_t nbOutputs, DataType type, PluginFormat format,
                                              int32_t maxBatchSize) = 0;
    virtual int32_t initialize() = 0;
    virtual void terminate() = 0;
    virtual size_t getWorkspaceSize(int32_t maxBatchSize) const = 0;
    virtual int32_t enqueue(int32_t batchSize, void const* const* inputs, void* const* outputs, void* workspace,
                            cudaStream_t stream) = 0;
    virtual size_t getSerializationSize() const = 0;
    virtual void serialize(void* buffer) const = 0;
    virtual void destroy() = 0;
    virtual IPluginV2* clone() const = 0;
    virtual void setPluginNamespace(AsciiChar const* pluginNamespace) = 0;
    virtual AsciiChar const* getPluginNamespace() const = 0;
    virtual ~PluginV2Slots() = default;
};

//! What a user of IPluginV2 overrides with 32-bit shapes.
class PluginV2Dims32 {
public:
    virtual Dims getOutputDimensions(int32_t index, Dims const* inputs, int32_t nbInputDims) = 0;

    //! Not pure, since only plugins that derive from IPluginV2 itself need it.
    virtual void configureWithFormat(Dims const* /*inputDims*/, int32_t /*nbInputs*/, Dims const* /*outputDims*/,
                                     int32_t /*nbOutputs*/, DataType /*type*/, PluginFormat /*format*/,
                                     int32_t /*maxBatchSize*/) {}

#ifdef TENON_TENSORRT_7
    //! As sources of TensorRT 5 to 7 override it: the outputs are an array that may be written to.
    virtual int32_t enqueue(int32_t /*batchSize*/, void const* const* /*inputs*/, void** /*outputs*/,
                            void* /*workspace*/, cudaStream_t /*stream*/) {
        return -1;
    }
#endif

protected:
    ~PluginV2Dims32() = default;
};

//! What a user of IPluginV2Ext overrides with 32-bit shapes.
class PluginV2ExtDims32 {
public:
    virtual void configurePlugin(Dims const* inputDims, int32_t nbInputs, Dims const* outputDims, int32_t nbOutputs,
                                 DataType const* inputTypes, DataType const* outputTypes, bool const* inputIsBroadcast,
                                 bool const* outputIsBroadcast, PluginFormat floatFormat, int32_t maxBatchSize) = 0;

protected:
    ~PluginV2ExtDims32() = default;
};

} // namespace impl

class TRT_DEPRECATED IPluginV2 : public impl::PluginV2Slots, public impl::PluginV2Dims32 {
public:
    Dims64 tenon_getOutputDimensions_64(int32_t index, Dims64 const* inputs, int32_t nbInputDims) override {
        return impl::widen(getOutputDimensions(index, impl::Narrowed<Dims>(inputs, nbInputDims).data(), nbInputDims));
    }

    void tenon_configureWithFormat_64(Dims64 const* inputDims, int32_t nbInputs, Dims64 const* outputDims,
                                      int32_t nbOutputs, DataType type, PluginFormat format,
                                      int32_t maxBatchSize) override {
        configureWithFormat(impl::Narrowed<Dims>(inputDims, nbInputs).data(), nbInputs,
                            impl::Narrowed<Dims>(outputDims, nbOutputs).data(), nbOutputs, type, format, maxBatchSize);
    }

#ifdef TENON_TENSORRT_7
    TENON_NV_CLOSED_BEGIN
    int32_t enqueue(int32_t batchSize, void const* const* inputs, void* const* outputs, void* workspace,
                    cudaStream_t stream) override {
        return static_cast<impl::PluginV2Dims32&>(*this).enqueue(batchSize, inputs, const_cast<void**>(outputs),
                                                                 workspace, stream);
    }
    TENON_NV_CLOSED_END
#endif

    IPluginV2() = default;
    ~IPluginV2() override = default;

protected:
    IPluginV2(IPluginV2 const&) = default;
    IPluginV2(IPluginV2&&) = default;
    IPluginV2& operator=(IPluginV2 const&) & = default;
    IPluginV2& operator=(IPluginV2&&) & = default;
};

class TRT_DEPRECATED IPluginV2Ext : public IPluginV2, public impl::PluginV2ExtDims32 {
public:
    virtual DataType getOutputDataType(int32_t index, DataType const* inputTypes, int32_t nbInputs) const = 0;
    virtual bool isOutputBroadcastAcrossBatch(int32_t /*outputIndex*/, bool const* /*inputIsBroadcasted*/,
                                              int32_t /*nbInputs*/) const {
        return false;
    }
    virtual bool canBroadcastInputAcrossBatch(int32_t /*inputIndex*/) const { return false; }
    virtual void tenon_configurePlugin_64(Dims64 const* inputDims, int32_t nbInputs, Dims64 const* outputDims,
                                          int32_t nbOutputs, DataType const* inputTypes, DataType const* outputTypes,
                                          bool const* inputIsBroadcast, bool const* outputIsBroadcast,
                                          PluginFormat floatFormat, int32_t maxBatchSize) {
        configurePlugin(impl::Narrowed<Dims>(inputDims, nbInputs).data(), nbInputs,
                        impl::Narrowed<Dims>(outputDims, nbOutputs).data(), nbOutputs, inputTypes, outputTypes,
                        inputIsBroadcast, outputIsBroadcast, floatFormat, maxBatchSize);
    }

    IPluginV2Ext() = default;
    ~IPluginV2Ext() override = default;

    virtual void attachToContext(cudnnContext* /*cudnn*/, cublasContext* /*cublas*/, IGpuAllocator* /*allocator*/) {}
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
};

class IPluginV2IOExt : public IPluginV2Ext {
public:
    virtual void tenon_configurePlugin_64(impl::PluginTensorDesc64 const* in, int32_t nbInput,
                                          impl::PluginTensorDesc64 const* out, int32_t nbOutput) {
        configurePlugin(impl::Narrowed<PluginTensorDesc>(in, nbInput).data(), nbInput,
                        impl::Narrowed<PluginTensorDesc>(out, nbOutput).data(), nbOutput);
    }
    virtual bool tenon_supportsFormatCombination_64(int32_t pos, impl::PluginTensorDesc64 const* inOut,
                                                    int32_t nbInputs, int32_t nbOutputs) const {
        return supportsFormatCombination(pos, impl::Narrowed<PluginTensorDesc>(inOut, nbInputs + nbOutputs).data(),
                                         nbInputs, nbOutputs);
    }

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
    void tenon_configurePlugin_64(Dims64 const*, int32_t, Dims64 const*, int32_t, DataType const*, DataType const*,
                                  bool const*, bool const*, PluginFormat, int32_t) final {}
    bool supportsFormat(DataType, PluginFormat) const final { return false; }
    TENON_NV_CLOSED_END

public:
    // extra slots (Tenon)
    virtual void configurePlugin(PluginTensorDesc const* in, int32_t nbInput, PluginTensorDesc const* out,
                                 int32_t nbOutput) = 0;
    virtual bool supportsFormatCombination(int32_t pos, PluginTensorDesc const* inOut, int32_t nbInputs,
                                           int32_t nbOutputs) const = 0;

private:
    TENON_NV_CLOSED_BEGIN
    void configurePlugin(Dims const*, int32_t, Dims const*, int32_t, DataType const*, DataType const*, bool const*,
                         bool const*, PluginFormat, int32_t) final {}
    TENON_NV_CLOSED_END
};

} // namespace nvinfer1
TENON_NV_END
#endif // TENON_API_LEVEL

#endif // TENON_NV_PLUGIN_V2_LEVEL8_H

// SPDX-License-Identifier: Apache-2.0
// What TensorRT 5 to 7 had and 8 removed, as far as plugins use it: for sources compiled with TENON_TENSORRT_7 and
// TENON_API_LEVEL=8. Beside what is here it is Dims::type (dims.h), the older names of formats (NvInferRuntimeBase.h),
// the older form of IPluginV2::enqueue() (plugin_v2_level8.h), and INetworkDefinition::addPlugin() (network.h). Dims
// has another size with it, so all sources of a library define it or none. Included by NvInferRuntimePlugin.h.
#ifndef TENON_NV_TENSORRT7_H
#define TENON_NV_TENSORRT7_H

#include "NvInferLegacyDims.h"
#include "tenon/nv/plugin_desc.h"

#if TENON_API_LEVEL != 8
#error "TENON_TENSORRT_7 needs TENON_API_LEVEL=8"
#endif

namespace nvinfer1 TENON_NV_VISIBILITY {

//! Channels, height and width.
class DimsCHW : public Dims3 {
public:
    //! {0, 0, 0}
    DimsCHW() : DimsCHW(0, 0, 0) {}

    //! {channels, height, width}
    DimsCHW(impl::Extent channels, impl::Extent height, impl::Extent width) : Dims3(channels, height, width) {
        type[0] = DimensionType::kCHANNEL;
    }

    //! The channels.
    impl::Extent& c() { return d[0]; }
    impl::Extent c() const { return d[0]; }

    //! The height.
    impl::Extent& h() { return d[1]; }
    impl::Extent h() const { return d[1]; }

    //! The width.
    impl::Extent& w() { return d[2]; }
    impl::Extent w() const { return d[2]; }
};

//! Batch, channels, height and width.
class DimsNCHW : public Dims4 {
public:
    //! {0, 0, 0, 0}
    DimsNCHW() : DimsNCHW(0, 0, 0, 0) {}

    //! {batch, channels, height, width}
    DimsNCHW(impl::Extent batch, impl::Extent channels, impl::Extent height, impl::Extent width)
        : Dims4(batch, channels, height, width) {
        type[0] = DimensionType::kINDEX;
        type[1] = DimensionType::kCHANNEL;
    }

    //! The batch.
    impl::Extent& n() { return d[0]; }
    impl::Extent n() const { return d[0]; }

    //! The channels.
    impl::Extent& c() { return d[1]; }
    impl::Extent c() const { return d[1]; }

    //! The height.
    impl::Extent& h() { return d[2]; }
    impl::Extent h() const { return d[2]; }

    //! The width.
    impl::Extent& w() { return d[3]; }
    impl::Extent w() const { return d[3]; }
};

//! Plugins that came with TensorRT 4 and 5.
enum class PluginType : int32_t {
    kFASTERRCNN = 0,
    kNORMALIZE = 1,
    kPERMUTE = 2,
    kPRIORBOX = 3,
    kSSDDETECTIONOUTPUT = 4,
    kCONCAT = 5,
    kPRELU = 6,
    kYOLOREORG = 7,
    kYOLOREGION = 8,
    kANCHORGENERATOR = 9,
};

//! A user's layer before IPluginV2: no names, no clone(). One object serves the network and every context of an engine,
//! and an IPluginFactory makes it again for a loaded one. Its tensors are float, without the batch.
class IPlugin {
public:
    virtual int32_t getNbOutputs() const = 0;
    virtual Dims getOutputDimensions(int32_t index, Dims const* inputs, int32_t nbInputDims) = 0;
    virtual void configure(Dims const* inputDims, int32_t nbInputs, Dims const* outputDims, int32_t nbOutputs,
                           int32_t maxBatchSize) = 0;
    virtual int32_t initialize() = 0;
    virtual void terminate() = 0;
    virtual size_t getWorkspaceSize(int32_t maxBatchSize) const = 0;
    virtual int32_t enqueue(int32_t batchSize, void const* const* inputs, void** outputs, void* workspace,
                            cudaStream_t stream) = 0;
    virtual size_t getSerializationSize() = 0;
    virtual void serialize(void* buffer) = 0;
    virtual ~IPlugin() = default;
};

//! One that chooses types.
class IPluginExt : public IPlugin {
public:
    virtual int32_t getTensorRTVersion() const { return NV_TENSORRT_VERSION; }
    virtual bool supportsFormat(DataType type, PluginFormat format) const = 0;
    virtual void configureWithFormat(Dims const* inputDims, int32_t nbInputs, Dims const* outputDims, int32_t nbOutputs,
                                     DataType type, PluginFormat format, int32_t maxBatchSize) = 0;

protected:
    void configure(Dims const*, int32_t, Dims const*, int32_t, int32_t) final {}
};

//! Makes plugins of an engine that is loaded. Users implement it.
class IPluginFactory {
public:
    //! From the bytes that serialize() wrote. The object stays the user's.
    virtual IPlugin* createPlugin(char const* layerName, void const* serialData, size_t serialLength) = 0;
    virtual ~IPluginFactory() = default;
};

} // namespace nvinfer1

#endif // TENON_NV_TENSORRT7_H

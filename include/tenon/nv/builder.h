// SPDX-License-Identifier: Apache-2.0
// The builder: makes networks, configurations and engines.
#ifndef TENON_NV_BUILDER_H
#define TENON_NV_BUILDER_H

#include "tenon/nv/builder_config.h"
#include "tenon/nv/network.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

class IBuilder : public INoCopy {
public:
    virtual ~IBuilder() noexcept = default;

    TENON_DEPRECATED_10 bool platformHasFastFp16() const noexcept { return mImpl->platformHasFastFp16(); }

    TENON_DEPRECATED_10 bool platformHasFastInt8() const noexcept { return mImpl->platformHasFastInt8(); }

    int32_t getMaxDLABatchSize() const noexcept { return mImpl->getMaxDLABatchSize(); }

    int32_t getNbDLACores() const noexcept { return mImpl->getNbDLACores(); }

    void setGpuAllocator(IGpuAllocator* allocator) noexcept { mImpl->setGpuAllocator(allocator); }

    IBuilderConfig* createBuilderConfig() noexcept { return mImpl->createBuilderConfig(); }

    INetworkDefinition* createNetworkV2(NetworkDefinitionCreationFlags flags) noexcept {
        return mImpl->createNetworkV2(impl::creationFlagsToLibrary(flags));
    }

    IOptimizationProfile* createOptimizationProfile() noexcept { return mImpl->createOptimizationProfile(); }

    void setErrorRecorder(IErrorRecorder* recorder) noexcept { mImpl->setErrorRecorder(recorder); }

    IErrorRecorder* getErrorRecorder() const noexcept { return mImpl->getErrorRecorder(); }

    void reset() noexcept { mImpl->reset(); }

    TENON_DEPRECATED_10 bool platformHasTf32() const noexcept { return mImpl->platformHasTf32(); }

    IHostMemory* buildSerializedNetwork(INetworkDefinition& network, IBuilderConfig& config) noexcept {
        return mImpl->buildSerializedNetwork(network, config);
    }

    bool buildSerializedNetworkToStream(INetworkDefinition& network, IBuilderConfig& config,
                                        IStreamWriter& writer) noexcept {
        return mImpl->buildSerializedNetworkToStream(network, config, writer);
    }

#if TENON_API_LEVEL != 8
    IHostMemory* buildSerializedNetwork(INetworkDefinition& network, IBuilderConfig& config,
                                        IHostMemory*& kernelText) noexcept {
        return mImpl->buildSerializedNetworkWithKernelText(network, config, kernelText);
    }
#endif

    ICudaEngine* buildEngineWithConfig(INetworkDefinition& network, IBuilderConfig& config) noexcept {
        return mImpl->buildEngineWithConfig(network, config);
    }

    bool isNetworkSupported(INetworkDefinition const& network, IBuilderConfig const& config) const noexcept {
        return mImpl->isNetworkSupported(network, config);
    }

    ILogger* getLogger() const noexcept {
        return mImpl->getLogger();
    }

    bool setMaxThreads(int32_t maxThreads) noexcept {
        return mImpl->setMaxThreads(maxThreads);
    }

    int32_t getMaxThreads() const noexcept {
        return mImpl->getMaxThreads();
    }

    IPluginRegistry& getPluginRegistry() noexcept {
        return mImpl->getPluginRegistry();
    }

    //! Largest batch of networks with an implicit batch dimension (of 8.6). Remembered.
    TRT_DEPRECATED void setMaxBatchSize(int32_t batchSize) noexcept {
        mImpl->setMaxBatchSize(batchSize);
    }

    //! The number of setMaxBatchSize(); 1 unless set (of 8.6).
    TRT_DEPRECATED int32_t getMaxBatchSize() const noexcept {
        return mImpl->getMaxBatchSize();
    }

    //! As `delete` (of 8.6).
    TRT_DEPRECATED void destroy() noexcept {
        delete this;
    }

protected:
    apiv::VBuilder* mImpl;
};

} // namespace nvinfer1

//! Makes an nvinfer1::IBuilder for callers of interface `version`. Users call createInferBuilder(). Null after a
//! failure that the logger was told.
extern "C" TENSORRTAPI void* createInferBuilder_INTERNAL(void* logger, int32_t version) noexcept;

namespace nvinfer1 TENON_NV_VISIBILITY {
namespace {
//! Makes a builder, which the caller deletes. The logger must outlive all objects that come from it. Null on failure.
inline IBuilder* createInferBuilder(ILogger& logger) noexcept {
    return static_cast<IBuilder*>(createInferBuilder_INTERNAL(&logger, NV_TENSORRT_VERSION));
}
} // namespace

//! The registry of plugins that builders of a capability use; the library owns it. Null for a capability without one.
extern "C" TENSORRTAPI nvinfer1::IPluginRegistry*
getBuilderPluginRegistry(nvinfer1::EngineCapability capability) noexcept;

//! Accepted and ignored: the library loads no parts of its own from a path. True for a text (since 10).
extern "C" TENSORRTAPI bool setInternalLibraryPath(AsciiChar const* path) noexcept;

namespace safe {
class IPluginRegistry;
} // namespace safe

//! The registry of the safety subset, which this library lacks: always null.
extern "C" TRT_DEPRECATED_API nvinfer1::safe::IPluginRegistry*
getBuilderSafePluginRegistry(nvinfer1::EngineCapability capability) noexcept;

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_BUILDER_H

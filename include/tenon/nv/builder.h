// SPDX-License-Identifier: Apache-2.0
// The builder: makes networks, configurations and engines.
#ifndef TENON_NV_BUILDER_H
#define TENON_NV_BUILDER_H

#include "tenon/nv/builder_config.h"
#include "tenon/nv/network.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! Makes networks, configurations and engines. Made by createInferBuilder(); the caller deletes it, after what it made.
//! Not safe under concurrent calls; use one builder for each thread.
class IBuilder : public INoCopy {
public:
    virtual ~IBuilder() noexcept = default;

    //! Whether the device computes kHALF faster than kFLOAT.
    TENON_DEPRECATED_10 bool platformHasFastFp16() const noexcept { return mImpl->platformHasFastFp16(); }

    //! Whether the device computes kINT8 faster than kFLOAT.
    TENON_DEPRECATED_10 bool platformHasFastInt8() const noexcept { return mImpl->platformHasFastInt8(); }

    //! Always 0: there is no DLA.
    int32_t getMaxDLABatchSize() const noexcept { return mImpl->getMaxDLABatchSize(); }

    //! Always 0: there is no DLA.
    int32_t getNbDLACores() const noexcept { return mImpl->getNbDLACores(); }

    //! Who allocates device memory of the build and of its engines; null for the library. It must outlive them.
    void setGpuAllocator(IGpuAllocator* allocator) noexcept { mImpl->setGpuAllocator(allocator); }

    //! A configuration with the defaults, which the caller deletes. Null on failure.
    IBuilderConfig* createBuilderConfig() noexcept { return mImpl->createBuilderConfig(); }

    //! An empty network, which the caller deletes; flags is a mask of 1U << NetworkDefinitionCreationFlag. At level 8
    //! kEXPLICIT_BATCH must be among them. Null on failure.
    INetworkDefinition* createNetworkV2(NetworkDefinitionCreationFlags flags) noexcept {
        return mImpl->createNetworkV2(impl::creationFlagsToLibrary(flags));
    }

    //! An empty profile for extents that are known only at run time. The builder owns it.
    IOptimizationProfile* createOptimizationProfile() noexcept { return mImpl->createOptimizationProfile(); }

    //! Where errors go besides the logger; null for nowhere. The recorder must outlive its use.
    void setErrorRecorder(IErrorRecorder* recorder) noexcept { mImpl->setErrorRecorder(recorder); }

    //! The recorder of setErrorRecorder(), or null.
    IErrorRecorder* getErrorRecorder() const noexcept { return mImpl->getErrorRecorder(); }

    //! Sets everything back to how it was at creation.
    void reset() noexcept { mImpl->reset(); }

    //! Whether the device computes TF32.
    TENON_DEPRECATED_10 bool platformHasTf32() const noexcept { return mImpl->platformHasTf32(); }

    //! Builds a plan: the engine as bytes, which the caller deletes. Null on failure; the logger tells why.
    IHostMemory* buildSerializedNetwork(INetworkDefinition& network, IBuilderConfig& config) noexcept {
        return mImpl->buildSerializedNetwork(network, config);
    }

    //! Builds a plan and hands it to a writer piece by piece (since 10). False on failure; the logger tells why.
    bool buildSerializedNetworkToStream(INetworkDefinition& network, IBuilderConfig& config,
                                        IStreamWriter& writer) noexcept {
        return mImpl->buildSerializedNetworkToStream(network, config, writer);
    }

#if TENON_API_LEVEL != 8
    //! As the other buildSerializedNetwork(). kernelText becomes null: there is no safety subset (since 10).
    IHostMemory* buildSerializedNetwork(INetworkDefinition& network, IBuilderConfig& config,
                                        IHostMemory*& kernelText) noexcept {
        return mImpl->buildSerializedNetworkWithKernelText(network, config, kernelText);
    }
#endif

    //! Builds an engine that can run at once. The caller deletes it. Null on failure; the logger tells why.
    ICudaEngine* buildEngineWithConfig(INetworkDefinition& network, IBuilderConfig& config) noexcept {
        return mImpl->buildEngineWithConfig(network, config);
    }

    //! Whether the network fits the configuration, as far as can be told without building.
    bool isNetworkSupported(INetworkDefinition const& network, IBuilderConfig const& config) const noexcept {
        return mImpl->isNetworkSupported(network, config);
    }

    //! The logger of creation.
    ILogger* getLogger() const noexcept {
        return mImpl->getLogger();
    }

    //! Most threads that the library may use, the calling one among them; at least 1. All builders and engines of the
    //! process share one pool, so this is for all of them. False when refused.
    bool setMaxThreads(int32_t maxThreads) noexcept {
        return mImpl->setMaxThreads(maxThreads);
    }

    //! The number of setMaxThreads().
    int32_t getMaxThreads() const noexcept {
        return mImpl->getMaxThreads();
    }

    //! The registry that the builder finds plugins in; the library owns it.
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
TENON_NV_END

#endif // TENON_NV_BUILDER_H

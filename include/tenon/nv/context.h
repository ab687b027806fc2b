// SPDX-License-Identifier: Apache-2.0
// (documentation follows)
// Included by NvInferRuntime.h.
#ifndef TENON_NV_CONTEXT_H
#define TENON_NV_CONTEXT_H

#include "tenon/nv/engine.h"
#include "tenon/nv/impl_runtime.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

class IExecutionContext : public INoCopy {
public:
    virtual ~IExecutionContext() noexcept = default;
    void setDebugSync(bool sync) noexcept { mImpl->setDebugSync(sync); }
    bool getDebugSync() const noexcept { return mImpl->getDebugSync(); }
    void setProfiler(IProfiler* profiler) noexcept { mImpl->setProfiler(profiler); }
    IProfiler* getProfiler() const noexcept { return mImpl->getProfiler(); }
    ICudaEngine const& getEngine() const noexcept { return mImpl->getEngine(); }
    void setName(char const* name) noexcept { mImpl->setName(name); }
    char const* getName() const noexcept { return mImpl->getName(); }
    void setDeviceMemory(void* memory) noexcept { mImpl->setDeviceMemory(memory); }
    void setDeviceMemoryV2(void* memory, int64_t size) noexcept { return mImpl->setDeviceMemoryV2(memory, size); }
    Dims getTensorStrides(char const* tensorName) const noexcept {
        return impl::narrow(mImpl->getTensorStrides(tensorName));
    }

public:
    int32_t getOptimizationProfile() const noexcept { return mImpl->getOptimizationProfile(); }
    bool setInputShape(char const* tensorName, Dims const& dims) noexcept {
        return mImpl->setInputShape(tensorName, impl::widen(dims));
    }
    Dims getTensorShape(char const* tensorName) const noexcept {
        return impl::narrow(mImpl->getTensorShape(tensorName));
    }
    bool allInputDimensionsSpecified() const noexcept { return mImpl->allInputDimensionsSpecified(); }
    TRT_DEPRECATED bool allInputShapesSpecified() const noexcept { return mImpl->allInputShapesSpecified(); }
    void setErrorRecorder(IErrorRecorder* recorder) noexcept { mImpl->setErrorRecorder(recorder); }
    IErrorRecorder* getErrorRecorder() const noexcept { return mImpl->getErrorRecorder(); }
    bool executeV2(void* const* bindings) noexcept { return mImpl->executeV2(bindings); }
    bool setOptimizationProfileAsync(int32_t profileIndex, cudaStream_t stream) noexcept {
        return mImpl->setOptimizationProfileAsync(profileIndex, stream);
    }
    void setEnqueueEmitsProfile(bool enqueueEmitsProfile) noexcept {
        mImpl->setEnqueueEmitsProfile(enqueueEmitsProfile);
    }
    bool getEnqueueEmitsProfile() const noexcept { return mImpl->getEnqueueEmitsProfile(); }
    bool reportToProfiler() const noexcept { return mImpl->reportToProfiler(); }
    bool setTensorAddress(char const* tensorName, void* data) noexcept {
        return mImpl->setTensorAddress(tensorName, data);
    }
    void const* getTensorAddress(char const* tensorName) const noexcept { return mImpl->getTensorAddress(tensorName); }
    bool setOutputTensorAddress(char const* tensorName, void* data) noexcept {
        return mImpl->setOutputTensorAddress(tensorName, data);
    }
    bool setInputTensorAddress(char const* tensorName, void const* data) noexcept {
        return mImpl->setInputTensorAddress(tensorName, data);
    }
    void* getOutputTensorAddress(char const* tensorName) const noexcept {
        return mImpl->getOutputTensorAddress(tensorName);
    }
    int32_t inferShapes(int32_t nbMaxNames, char const** tensorNames) noexcept {
        return mImpl->inferShapes(nbMaxNames, tensorNames);
    }
    size_t updateDeviceMemorySizeForShapes() noexcept { return mImpl->updateDeviceMemorySizeForShapes(); }
    bool setInputConsumedEvent(cudaEvent_t event) noexcept { return mImpl->setInputConsumedEvent(event); }
    cudaEvent_t getInputConsumedEvent() const noexcept { return mImpl->getInputConsumedEvent(); }
    bool setOutputAllocator(char const* tensorName, IOutputAllocator* outputAllocator) noexcept {
        return mImpl->setOutputAllocator(tensorName, outputAllocator);
    }
    IOutputAllocator* getOutputAllocator(char const* tensorName) const noexcept {
        return mImpl->getOutputAllocator(tensorName);
    }
    int64_t getMaxOutputSize(char const* tensorName) const noexcept { return mImpl->getMaxOutputSize(tensorName); }
    bool setTemporaryStorageAllocator(IGpuAllocator* allocator) noexcept {
        return mImpl->setTemporaryStorageAllocator(allocator);
    }
    IGpuAllocator* getTemporaryStorageAllocator() const noexcept { return mImpl->getTemporaryStorageAllocator(); }
    bool enqueueV3(cudaStream_t stream) noexcept { return mImpl->enqueueV3(stream); }
    void setPersistentCacheLimit(size_t size) noexcept { mImpl->setPersistentCacheLimit(size); }
    size_t getPersistentCacheLimit() const noexcept { return mImpl->getPersistentCacheLimit(); }
    bool setNvtxVerbosity(ProfilingVerbosity verbosity) noexcept { return mImpl->setNvtxVerbosity(verbosity); }
    ProfilingVerbosity getNvtxVerbosity() const noexcept { return mImpl->getNvtxVerbosity(); }
    void setAuxStreams(cudaStream_t* auxStreams, int32_t nbStreams) noexcept {
        mImpl->setAuxStreams(auxStreams, nbStreams);
    }
    bool setDebugListener(IDebugListener* listener) noexcept { return mImpl->setDebugListener(listener); }
    IDebugListener* getDebugListener() noexcept { return mImpl->getDebugListener(); }
    bool setTensorDebugState(char const* name, bool flag) noexcept { return mImpl->setTensorDebugState(name, flag); }
    bool getDebugState(char const* name) const noexcept { return mImpl->getDebugState(name); }
    IRuntimeConfig* getRuntimeConfig() const noexcept { return mImpl->getRuntimeConfig(); }
    bool setAllTensorsDebugState(bool flag) noexcept { return mImpl->setAllTensorsDebugState(flag); }
    bool setUnfusedTensorsDebugState(bool flag) noexcept { return mImpl->setUnfusedTensorsDebugState(flag); }
    bool getUnfusedTensorsDebugState() const noexcept { return mImpl->getUnfusedTensorsDebugState(); }
    bool setCommunicator(void* communicator) noexcept { return mImpl->setCommunicator(communicator); }

    // Bindings, generation 8's view of inputs and outputs.

    TRT_DEPRECATED bool execute(int32_t batchSize, void* const* bindings) noexcept {
        return mImpl->execute(batchSize, bindings);
    }
    TRT_DEPRECATED bool enqueue(int32_t batchSize, void* const* bindings, cudaStream_t stream,
                                cudaEvent_t* inputConsumed) noexcept {
        return mImpl->enqueue(batchSize, bindings, stream, inputConsumed);
    }
    TRT_DEPRECATED bool enqueueV2(void* const* bindings, cudaStream_t stream, cudaEvent_t* inputConsumed) noexcept {
        return mImpl->enqueueV2(bindings, stream, inputConsumed);
    }
    TRT_DEPRECATED Dims getStrides(int32_t bindingIndex) const noexcept {
        return getTensorStrides(tensorOf(bindingIndex));
    }
    TRT_DEPRECATED bool setOptimizationProfile(int32_t profileIndex) noexcept {
        return mImpl->setOptimizationProfileAsync(profileIndex, nullptr);
    }
    TRT_DEPRECATED bool setBindingDimensions(int32_t bindingIndex, Dims dimensions) noexcept {
        return setInputShape(tensorOf(bindingIndex), dimensions);
    }
    TRT_DEPRECATED Dims getBindingDimensions(int32_t bindingIndex) const noexcept {
        return getTensorShape(tensorOf(bindingIndex));
    }
    TRT_DEPRECATED bool setInputShapeBinding(int32_t bindingIndex, int32_t const* data) noexcept {
        return mImpl->setInputShapeBinding(bindingIndex, data);
    }
    TRT_DEPRECATED bool getShapeBinding(int32_t bindingIndex, int32_t* data) const noexcept {
        return mImpl->getShapeBinding(bindingIndex, data);
    }

    //! Ends the object; generation 8's name of delete.
    TRT_DEPRECATED void destroy() noexcept { delete this; }

protected:
    apiv::VExecutionContext* mImpl{nullptr};

private:
    //! Name of the tensor behind a binding of any profile; null when there is none.
    char const* tensorOf(int32_t bindingIndex) const noexcept { return getEngine().tensorOf(bindingIndex); }
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_CONTEXT_H

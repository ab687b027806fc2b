// SPDX-License-Identifier: Apache-2.0
// The execution context: the state of inferences with an engine.
// Included by NvInferRuntime.h.
#ifndef TENON_NV_CONTEXT_H
#define TENON_NV_CONTEXT_H

#include "tenon/nv/callbacks.h"
#include "tenon/nv/engine.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! Runs an engine: shapes, addresses and memory of inferences. ICudaEngine::createExecutionContext() makes it; the
//! caller deletes it, before the engine. One thread at a time may use it; several contexts of an engine may run at
//! once.
//!
//! Inputs and outputs go by name. A setter that is given a name of neither reports an error and returns false.
class IExecutionContext : public INoCopy {
public:
    virtual ~IExecutionContext() noexcept = default;

    //! Whether an inference waits for each layer, to show which of them fails; false by default.
    void setDebugSync(bool sync) noexcept { mImpl->setDebugSync(sync); }

    //! What setDebugSync() set.
    bool getDebugSync() const noexcept { return mImpl->getDebugSync(); }

    //! Sets the receiver of layer times; null removes it. It must outlive its use here.
    void setProfiler(IProfiler* profiler) noexcept { mImpl->setProfiler(profiler); }

    //! The profiler that was set, or null.
    IProfiler* getProfiler() const noexcept { return mImpl->getProfiler(); }

    //! The engine that the context runs.
    ICudaEngine const& getEngine() const noexcept { return mImpl->getEngine(); }

    //! Names the context in messages; the string is copied.
    void setName(char const* name) noexcept { mImpl->setName(name); }

    //! The name that was set, "" by default.
    char const* getName() const noexcept { return mImpl->getName(); }

    //! setDeviceMemoryV2() with a size that is taken for large enough.
    void setDeviceMemory(void* memory) noexcept { mImpl->setDeviceMemory(memory); }

    //! Lends the context `size` bytes for intermediate tensors, at least ICudaEngine::getDeviceMemorySizeV2() or what
    //! updateDeviceMemorySizeForShapes() returned. They must not be used elsewhere during an inference. Since 10.1.
    void setDeviceMemoryV2(void* memory, int64_t size) noexcept { return mImpl->setDeviceMemoryV2(memory, size); }

    //! Distances between neighbours along each dimension, counted in elements, or in vectors of a vectorized format.
    //! nbDims is -1 when they are not known, or there is no such input or output.
    Dims getTensorStrides(char const* tensorName) const noexcept {
        return impl::narrow(mImpl->getTensorStrides(tensorName));
    }

    //! The profile in use; 0 for a new context, -1 while none is chosen.
    int32_t getOptimizationProfile() const noexcept { return mImpl->getOptimizationProfile(); }

    //! Sets the shape of an input. False when it lies outside the profile, or differs from a fixed shape.
    bool setInputShape(char const* tensorName, Dims const& dims) noexcept {
        return mImpl->setInputShape(tensorName, impl::widen(dims));
    }

    //! Shape of an input or output, as far as it is known: for an output that depends on inputs without a shape, or on
    //! values, dimensions are -1, or nbDims is -1 when an input is invalid or there is no such tensor.
    Dims getTensorShape(char const* tensorName) const noexcept {
        return impl::narrow(mImpl->getTensorShape(tensorName));
    }

    //! Whether the shapes of all inputs are known.
    bool allInputDimensionsSpecified() const noexcept { return mImpl->allInputDimensionsSpecified(); }

    //! Whether the values of all inputs that shapes depend on are known. Generations 8 and 10; inferShapes() says more.
    TENON_DEPRECATED_10 bool allInputShapesSpecified() const noexcept { return mImpl->allInputShapesSpecified(); }

    //! Sets the recorder that gets the context's errors, and counts as its owner; null removes it.
    void setErrorRecorder(IErrorRecorder* recorder) noexcept { mImpl->setErrorRecorder(recorder); }

    //! The recorder that was set or inherited, or null.
    IErrorRecorder* getErrorRecorder() const noexcept { return mImpl->getErrorRecorder(); }

    //! Runs an inference and waits for it. `bindings` holds the addresses of the inputs and outputs in the order of
    //! ICudaEngine::getIOTensorName(); at level 8, in the order of the bindings of all profiles. False on failure.
    bool executeV2(void* const* bindings) noexcept { return mImpl->executeV2(bindings); }

    //! Chooses a profile, in the order of a stream that inferences afterwards must wait for. Shapes must be set again.
    //! False when there is no such profile.
    bool setOptimizationProfileAsync(int32_t profileIndex, cudaStream_t stream) noexcept {
        return mImpl->setOptimizationProfileAsync(profileIndex, stream);
    }

    //! Whether an inference waits for its end and reports layer times at once, when there is a profiler; true by
    //! default. If not, reportToProfiler() reports them.
    void setEnqueueEmitsProfile(bool enqueueEmitsProfile) noexcept {
        mImpl->setEnqueueEmitsProfile(enqueueEmitsProfile);
    }

    //! What setEnqueueEmitsProfile() set.
    bool getEnqueueEmitsProfile() const noexcept { return mImpl->getEnqueueEmitsProfile(); }

    //! Waits for the last inference and reports its layer times, unless that was done. False without a profiler or an
    //! inference.
    bool reportToProfiler() const noexcept { return mImpl->reportToProfiler(); }

    //! Sets the address of an input or output, in the kind of memory that ICudaEngine::getTensorLocation() says; a
    //! multiple of 256 on a GPU. The memory stays the user's. Null, the default, is only good for an output with an
    //! allocator. Values of a shape tensor are read when shapes are computed, not now.
    bool setTensorAddress(char const* tensorName, void* data) noexcept {
        return mImpl->setTensorAddress(tensorName, data);
    }

    //! The address of an input or output; null when none was set.
    void const* getTensorAddress(char const* tensorName) const noexcept { return mImpl->getTensorAddress(tensorName); }

    //! setTensorAddress(), for outputs only.
    bool setOutputTensorAddress(char const* tensorName, void* data) noexcept {
        return mImpl->setOutputTensorAddress(tensorName, data);
    }

    //! setTensorAddress(), for inputs only.
    bool setInputTensorAddress(char const* tensorName, void const* data) noexcept {
        return mImpl->setInputTensorAddress(tensorName, data);
    }

    //! The address of an output; null when none was set.
    void* getOutputTensorAddress(char const* tensorName) const noexcept {
        return mImpl->getOutputTensorAddress(tensorName);
    }

    //! Computes shapes and shape outputs. Returns 0 when all is known, else the number of inputs that lack a shape or
    //! an address of values, writing the names of the first nbMaxNames of them, or -1 for an invalid shape or argument.
    int32_t inferShapes(int32_t nbMaxNames, char const** tensorNames) noexcept {
        return mImpl->inferShapes(nbMaxNames, tensorNames);
    }

    //! Bytes that intermediate tensors need for the shapes that are set, to be lent with setDeviceMemoryV2(); 0 on
    //! failure. Since generation 10.
    size_t updateDeviceMemorySizeForShapes() noexcept { return mImpl->updateDeviceMemorySizeForShapes(); }

    //! Sets the event to record once an inference has read its inputs; null ends that.
    bool setInputConsumedEvent(cudaEvent_t event) noexcept { return mImpl->setInputConsumedEvent(event); }

    //! The event that was set, or null.
    cudaEvent_t getInputConsumedEvent() const noexcept { return mImpl->getInputConsumedEvent(); }

    //! Sets who gives an output its memory once its size is known; null ends that. It must outlive its use here.
    bool setOutputAllocator(char const* tensorName, IOutputAllocator* outputAllocator) noexcept {
        return mImpl->setOutputAllocator(tensorName, outputAllocator);
    }

    //! The allocator of an output, or null.
    IOutputAllocator* getOutputAllocator(char const* tensorName) const noexcept {
        return mImpl->getOutputAllocator(tensorName);
    }

    //! Most bytes that an output can have, for the shapes that are set; -1 when they are not, or it is no output.
    int64_t getMaxOutputSize(char const* tensorName) const noexcept { return mImpl->getMaxOutputSize(tensorName); }

    //! Sets who serves memory whose size shows only during an inference; null returns to the engine's allocator.
    bool setTemporaryStorageAllocator(IGpuAllocator* allocator) noexcept {
        return mImpl->setTemporaryStorageAllocator(allocator);
    }

    //! The allocator that was set, or null.
    IGpuAllocator* getTemporaryStorageAllocator() const noexcept { return mImpl->getTemporaryStorageAllocator(); }

    //! Starts an inference on a stream with the shapes and addresses that are set. On a CPU the null stream means that
    //! it is done on return. False when something is missing or fails to start.
    bool enqueueV3(cudaStream_t stream) noexcept { return mImpl->enqueueV3(stream); }

    //! Most bytes of the device's persistent cache to use; 0 by default. Without meaning on a CPU.
    void setPersistentCacheLimit(size_t size) noexcept { mImpl->setPersistentCacheLimit(size); }

    //! What setPersistentCacheLimit() set.
    size_t getPersistentCacheLimit() const noexcept { return mImpl->getPersistentCacheLimit(); }

    //! Sets how much markers for profiling tools tell; the engine's verbosity by default. False for more than that.
    bool setNvtxVerbosity(ProfilingVerbosity verbosity) noexcept { return mImpl->setNvtxVerbosity(verbosity); }

    //! How much markers for profiling tools tell.
    ProfilingVerbosity getNvtxVerbosity() const noexcept { return mImpl->getNvtxVerbosity(); }

    //! Sets the streams that an inference uses besides its own, all different and none the default one. The context
    //! makes those that are missing up to ICudaEngine::getNbAuxStreams() and ignores what is beyond.
    void setAuxStreams(cudaStream_t* auxStreams, int32_t nbStreams) noexcept {
        mImpl->setAuxStreams(auxStreams, nbStreams);
    }

    //! Sets the receiver of tensors for debugging; null removes it. It must outlive its use here. Since generation 10.
    bool setDebugListener(IDebugListener* listener) noexcept { return mImpl->setDebugListener(listener); }

    //! The listener that was set, or null. Since generation 10.
    IDebugListener* getDebugListener() noexcept { return mImpl->getDebugListener(); }

    //! Whether the listener gets this tensor; false by default. It must have been marked when the network was made.
    //! Since generation 10.
    bool setTensorDebugState(char const* name, bool flag) noexcept { return mImpl->setTensorDebugState(name, flag); }

    //! Whether the listener gets this tensor. Since generation 10.
    bool getDebugState(char const* name) const noexcept { return mImpl->getDebugState(name); }

    //! The choices that the context was made with; they belong to it. Since generation 10.
    IRuntimeConfig* getRuntimeConfig() const noexcept { return mImpl->getRuntimeConfig(); }

    //! setTensorDebugState() for all marked tensors. Since generation 10.
    bool setAllTensorsDebugState(bool flag) noexcept { return mImpl->setAllTensorsDebugState(flag); }

    //! Whether the listener gets the tensors that lie between layers after optimization, when the network asked for
    //! them; false by default. Since generation 10.
    bool setUnfusedTensorsDebugState(bool flag) noexcept { return mImpl->setUnfusedTensorsDebugState(flag); }

    //! What setUnfusedTensorsDebugState() set. Since generation 10.
    bool getUnfusedTensorsDebugState() const noexcept { return mImpl->getUnfusedTensorsDebugState(); }

    //! Sets the communicator (ncclComm_t) for layers that span several devices; it must outlive the context.
    //! Since 10.16.
    bool setCommunicator(void* communicator) noexcept { return mImpl->setCommunicator(communicator); }

    // Bindings, generation 8's view of inputs and outputs; ICudaEngine says what their numbers mean.

    //! Runs an inference with an implicit batch and waits for it. False on failure, as when shapes hold the batch.
    TRT_DEPRECATED bool execute(int32_t batchSize, void* const* bindings) noexcept {
        return mImpl->execute(batchSize, bindings);
    }

    //! Starts an inference with an implicit batch. False on failure, as when shapes hold the batch.
    TRT_DEPRECATED bool enqueue(int32_t batchSize, void* const* bindings, cudaStream_t stream,
                                cudaEvent_t* inputConsumed) noexcept {
        return mImpl->enqueue(batchSize, bindings, stream, inputConsumed);
    }

    //! Starts an inference on a stream, with addresses in the order of the bindings. inputConsumed, which may be null,
    //! is recorded once it has read its inputs. False on failure.
    TRT_DEPRECATED bool enqueueV2(void* const* bindings, cudaStream_t stream, cudaEvent_t* inputConsumed) noexcept {
        return mImpl->enqueueV2(bindings, stream, inputConsumed);
    }

    //! getTensorStrides() of the binding.
    TRT_DEPRECATED Dims getStrides(int32_t bindingIndex) const noexcept {
        return getTensorStrides(tensorOf(bindingIndex));
    }

    //! setOptimizationProfileAsync() on the default stream.
    TRT_DEPRECATED bool setOptimizationProfile(int32_t profileIndex) noexcept {
        return mImpl->setOptimizationProfileAsync(profileIndex, nullptr);
    }

    //! setInputShape() of the binding.
    TRT_DEPRECATED bool setBindingDimensions(int32_t bindingIndex, Dims dimensions) noexcept {
        return setInputShape(tensorOf(bindingIndex), dimensions);
    }

    //! getTensorShape() of the binding.
    TRT_DEPRECATED Dims getBindingDimensions(int32_t bindingIndex) const noexcept {
        return getTensorShape(tensorOf(bindingIndex));
    }

    //! Sets the values of a shape input; they are copied. False when the binding is none.
    TRT_DEPRECATED bool setInputShapeBinding(int32_t bindingIndex, int32_t const* data) noexcept {
        return mImpl->setInputShapeBinding(bindingIndex, data);
    }

    //! Copies the values of a shape input or output to `data`. False when they are not known, or the binding is none.
    TRT_DEPRECATED bool getShapeBinding(int32_t bindingIndex, int32_t* data) const noexcept {
        return mImpl->getShapeBinding(bindingIndex, data);
    }

    //! Ends the object; generation 8's form of delete.
    TRT_DEPRECATED void destroy() noexcept { delete this; }

protected:
    apiv::VExecutionContext* mImpl{nullptr};

private:
    //! Name of the tensor behind a binding; null when there is none.
    char const* tensorOf(int32_t bindingIndex) const noexcept { return getEngine().tensorOf(bindingIndex); }
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_CONTEXT_H

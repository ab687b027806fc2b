// SPDX-License-Identifier: Apache-2.0
// The engine: a network that is built and loaded, what it consists of, and the contexts that run it.
// Included by NvInferRuntime.h.
#ifndef TENON_NV_ENGINE_H
#define TENON_NV_ENGINE_H

#include "tenon/nv/engine_config.h"
#include "tenon/nv/profile.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! A network that is ready to run. IRuntime::deserializeCudaEngine() makes it; the caller deletes it, after its
//! contexts. It may be used concurrently, apart from the methods that change it.
//!
//! Its inputs and outputs go by name. A method that is given a name of neither reports an error and returns what it
//! says for "none". Strings that it returns belong to the engine.
class ICudaEngine : public INoCopy {
public:
    virtual ~ICudaEngine() noexcept = default;

    //! Shape of an input or output as the network has it: what a profile or run decides is -1. None: nbDims -1.
    Dims getTensorShape(char const* tensorName) const noexcept {
        return impl::narrow(mImpl->getTensorShape(tensorName));
    }

    //! Type of an input or output. None: kFLOAT.
    DataType getTensorDataType(char const* tensorName) const noexcept { return mImpl->getTensorDataType(tensorName); }

    //! Number of layers that run; optimization makes it differ from the network's.
    int32_t getNbLayers() const noexcept { return mImpl->getNbLayers(); }

    //! The engine as bytes that IRuntime::deserializeCudaEngine() reads; the caller deletes them. Null on failure.
    IHostMemory* serialize() const noexcept { return mImpl->serialize(); }

#if TENON_API_LEVEL == 8
    //! A context to run the engine in; the caller deletes it, before the engine. Null on failure.
    IExecutionContext* createExecutionContext() noexcept {
        return mImpl->createExecutionContext(ExecutionContextAllocationStrategy::kSTATIC);
    }
#else
    //! A context to run the engine in; the caller deletes it, before the engine. Null on failure.
    IExecutionContext* createExecutionContext(
        ExecutionContextAllocationStrategy strategy = ExecutionContextAllocationStrategy::kSTATIC) noexcept {
        return mImpl->createExecutionContext(strategy);
    }

    //! The same, with choices that createRuntimeConfig() made. The configuration may go afterwards.
    IExecutionContext* createExecutionContext(IRuntimeConfig* runtimeConfig) noexcept {
        return mImpl->createExecutionContextWithRuntimeConfig(runtimeConfig);
    }
#endif

    //! Where an input or output has to lie. A shape tensor has to lie in host memory; others on the device, which this
    //! says on a CPU too. None: kDEVICE.
    TensorLocation getTensorLocation(char const* tensorName) const noexcept {
        return mImpl->getTensorLocation(tensorName);
    }

    //! Whether shapes depend on the values of this input, or it is an output that is computed with shapes.
    bool isShapeInferenceIO(char const* tensorName) const noexcept {
        return mImpl->isShapeInferenceIO(tensorName);
    }

    //! Whether the name is that of an input or an output. None: kNONE.
    TensorIOMode getTensorIOMode(char const* tensorName) const noexcept {
        return mImpl->getTensorIOMode(tensorName);
    }

    //! Name of the input whose memory this output shares, or null. Both need the same address. Since 10.15.
    TRT_NODISCARD char const* getAliasedInputTensor(char const* tensorName) const noexcept {
        return mImpl->getAliasedInputTensor(tensorName);
    }

    //! A context whose memory the user supplies: createExecutionContext() with kUSER_MANAGED. Generations 8 and 10.
    TENON_DEPRECATED_10 IExecutionContext* createExecutionContextWithoutDeviceMemory() noexcept {
        return mImpl->createExecutionContextWithoutDeviceMemory();
    }

    //! Default choices for createExecutionContext(); the caller deletes them. Since generation 10.
    IRuntimeConfig* createRuntimeConfig() noexcept {
        return mImpl->createRuntimeConfig();
    }

    //! getDeviceMemorySizeV2(). Generations 8 and 10.
    TENON_DEPRECATED_10 size_t getDeviceMemorySize() const noexcept {
        return mImpl->getDeviceMemorySize();
    }

    //! getDeviceMemorySizeForProfileV2(). Generation 10.
    TRT_DEPRECATED size_t getDeviceMemorySizeForProfile(int32_t profileIndex) const noexcept {
        return mImpl->getDeviceMemorySizeForProfile(profileIndex);
    }

    //! Bytes that a context needs for intermediate tensors, enough for every profile. Since 10.1.
    int64_t getDeviceMemorySizeV2() const noexcept {
        return mImpl->getDeviceMemorySizeV2();
    }

    //! Bytes that a context needs for intermediate tensors in one profile. Since 10.1.
    int64_t getDeviceMemorySizeForProfileV2(int32_t profileIndex) const noexcept {
        return mImpl->getDeviceMemorySizeForProfileV2(profileIndex);
    }

    //! Whether a refitter can change the engine's weights.
    bool isRefittable() const noexcept {
        return mImpl->isRefittable();
    }

    //! Bytes of one component of a vectorized format, in profile 0 or the given one. Not vectorized, or none: -1.
    int32_t getTensorBytesPerComponent(char const* tensorName) const noexcept {
        return mImpl->getTensorBytesPerComponent(tensorName);
    }
    int32_t getTensorBytesPerComponent(char const* tensorName, int32_t profileIndex) const noexcept {
        return mImpl->getTensorBytesPerComponentV2(tensorName, profileIndex);
    }

    //! Components of one element of a vectorized format, in profile 0 or the given one. Not vectorized, or none: -1.
    int32_t getTensorComponentsPerElement(char const* tensorName) const noexcept {
        return mImpl->getTensorComponentsPerElement(tensorName);
    }
    int32_t getTensorComponentsPerElement(char const* tensorName, int32_t profileIndex) const noexcept {
        return mImpl->getTensorComponentsPerElementV2(tensorName, profileIndex);
    }

    //! Order of an input's or output's elements, in profile 0 or the given one. None: kLINEAR.
    TensorFormat getTensorFormat(char const* tensorName) const noexcept {
        return mImpl->getTensorFormat(tensorName);
    }
    TensorFormat getTensorFormat(char const* tensorName, int32_t profileIndex) const noexcept {
        return mImpl->getTensorFormatV2(tensorName, profileIndex);
    }

    //! Order and type of an input's or output's elements in words, in profile 0 or the given one. None: "".
    char const* getTensorFormatDesc(char const* tensorName) const noexcept {
        return mImpl->getTensorFormatDesc(tensorName);
    }
    char const* getTensorFormatDesc(char const* tensorName, int32_t profileIndex) const noexcept {
        return mImpl->getTensorFormatDescV2(tensorName, profileIndex);
    }

    //! The dimension that a vectorized format groups, in profile 0 or the given one. Not vectorized, or none: -1.
    int32_t getTensorVectorizedDim(char const* tensorName) const noexcept {
        return mImpl->getTensorVectorizedDim(tensorName);
    }
    int32_t getTensorVectorizedDim(char const* tensorName, int32_t profileIndex) const noexcept {
        return mImpl->getTensorVectorizedDimV2(tensorName, profileIndex);
    }

    //! Name of the network that the engine was built from.
    char const* getName() const noexcept {
        return mImpl->getName();
    }

    //! Number of optimization profiles, at least 1.
    int32_t getNbOptimizationProfiles() const noexcept {
        return mImpl->getNbOptimizationProfiles();
    }

    //! A bound of an input's shape in a profile. No such input or profile: nbDims -1.
    Dims getProfileShape(char const* tensorName, int32_t profileIndex, OptProfileSelector select) const noexcept {
        return impl::narrow(mImpl->getProfileShape(tensorName, profileIndex, select));
    }

    //! A bound of a shape input's values in a profile, where they were set with 32 bits, else null. Generation 10.
    TRT_DEPRECATED int32_t const* getProfileTensorValues(char const* tensorName, int32_t profileIndex,
                                                         OptProfileSelector select) const noexcept {
        return mImpl->getProfileTensorValues(tensorName, profileIndex, select);
    }

    //! The kind of runtime that the engine was built for.
    EngineCapability getEngineCapability() const noexcept {
        return mImpl->getEngineCapability();
    }

    //! Sets the recorder that gets the engine's errors, and counts as its owner; null removes it. Contexts inherit it.
    void setErrorRecorder(IErrorRecorder* recorder) noexcept {
        return mImpl->setErrorRecorder(recorder);
    }

    //! The recorder that was set, or null.
    IErrorRecorder* getErrorRecorder() const noexcept {
        return mImpl->getErrorRecorder();
    }

    //! Whether shapes leave out the batch; only possible in generation 8. Generations 8 and 10.
    TENON_DEPRECATED_10 bool hasImplicitBatchDimension() const noexcept {
        return mImpl->hasImplicitBatchDimension();
    }

    //! The sources of the kernels that the engine uses: bit i stands for TacticSource i.
    TacticSources getTacticSources() const noexcept {
        return impl::tacticSourcesFromLibrary(mImpl->getTacticSources());
    }

    //! How much the engine kept about its layers.
    ProfilingVerbosity getProfilingVerbosity() const noexcept {
        return mImpl->getProfilingVerbosity();
    }

    //! An inspector of the engine; the caller deletes it, before the engine.
    IEngineInspector* createEngineInspector() const noexcept {
        return mImpl->createEngineInspector();
    }

    //! Number of inputs and outputs together.
    int32_t getNbIOTensors() const noexcept {
        return mImpl->getNbIOTensors();
    }

    //! Name of input or output `index` in [0, getNbIOTensors()), the inputs first. None: null.
    char const* getIOTensorName(int32_t index) const noexcept {
        return mImpl->getIOTensorName(index);
    }

    //! Which devices besides its own the engine was built for.
    HardwareCompatibilityLevel getHardwareCompatibilityLevel() const noexcept {
        return mImpl->getHardwareCompatibilityLevel();
    }

    //! Number of streams besides the main one that an inference uses.
    int32_t getNbAuxStreams() const noexcept {
        return mImpl->getNbAuxStreams();
    }

    //! Default choices for serializeWithConfig(); the caller deletes them. Since generation 10.
    ISerializationConfig* createSerializationConfig() noexcept {
        return mImpl->createSerializationConfig();
    }

    //! serialize(), leaving out or keeping what the configuration says. Null on failure. Since generation 10.
    IHostMemory* serializeWithConfig(ISerializationConfig& config) const noexcept {
        return mImpl->serializeWithConfig(config);
    }

    //! setWeightStreamingBudgetV2() where -1 means automatic and 0 means off. Generation 10.
    TRT_DEPRECATED bool setWeightStreamingBudget(int64_t gpuMemoryBudget) noexcept {
        return mImpl->setWeightStreamingBudget(gpuMemoryBudget);
    }

    //! What setWeightStreamingBudget() set. Generation 10.
    TRT_DEPRECATED int64_t getWeightStreamingBudget() const noexcept {
        return mImpl->getWeightStreamingBudget();
    }

    //! Fewest bytes that setWeightStreamingBudget() takes, besides -1 and 0. Generation 10.
    TRT_DEPRECATED int64_t getMinimumWeightStreamingBudget() const noexcept {
        return mImpl->getMinimumWeightStreamingBudget();
    }

    //! Bytes of the weights that need not stay on the device; 0 unless built with kWEIGHT_STREAMING. Since
    //! generation 10.
    int64_t getStreamableWeightsSize() const noexcept {
        return mImpl->getStreamableWeightsSize();
    }

    //! Sets how many bytes of the streamable weights stay on the device: from 0 to getStreamableWeightsSize(), the
    //! default, which turns streaming off. False for others, and while contexts exist. Since 10.1.
    bool setWeightStreamingBudgetV2(int64_t gpuMemoryBudget) noexcept {
        return mImpl->setWeightStreamingBudgetV2(gpuMemoryBudget);
    }

    //! What setWeightStreamingBudgetV2() set. Since 10.1.
    int64_t getWeightStreamingBudgetV2() const noexcept {
        return mImpl->getWeightStreamingBudgetV2();
    }

    //! A budget that suits the memory that is free now. Since 10.1.
    int64_t getWeightStreamingAutomaticBudget() const noexcept {
        return mImpl->getWeightStreamingAutomaticBudget();
    }

    //! Bytes that streaming with the present budget adds to a context's memory; 0 when it is off. Since 10.1.
    int64_t getWeightStreamingScratchMemorySize() const noexcept {
        return mImpl->getWeightStreamingScratchMemorySize();
    }

    //! Whether a tensor was marked for debugging when the engine was built. Since generation 10.
    bool isDebugTensor(char const* name) const noexcept {
        return mImpl->isDebugTensor(name);
    }

    //! A bound of a shape input's values in a profile, where they were set with 64 bits, else null. Since 10.11.
    int64_t const* getProfileTensorValuesV2(char const* tensorName, int32_t profileIndex,
                                            OptProfileSelector select) const noexcept {
        return mImpl->getProfileTensorValuesV2(tensorName, profileIndex, select);
    }

    //! A number about the engine; -1 when it does not apply. Since generation 10.
    int64_t getEngineStat(EngineStat stat) const noexcept {
        return mImpl->getEngineStat(stat);
    }

    // Bindings, generation 8's view of inputs and outputs: a number for each of them in each profile. Binding i is
    // tensor i % getNbIOTensors() in profile i / getNbIOTensors(). A number outside [0, getNbBindings()) is answered as
    // "none".

    //! Number of bindings: getNbIOTensors() for each profile.
    TRT_DEPRECATED int32_t getNbBindings() const noexcept {
        return mImpl->getNbIOTensors() * mImpl->getNbOptimizationProfiles();
    }

    //! The binding of that name; -1 when there is none.
    TRT_DEPRECATED int32_t getBindingIndex(char const* name) const noexcept {
        return mImpl->getBindingIndex(name);
    }

    //! Name of a binding: that of the tensor, from the second profile on with " [profile N]" behind it. None: null.
    TRT_DEPRECATED char const* getBindingName(int32_t bindingIndex) const noexcept {
        return mImpl->getBindingName(bindingIndex);
    }

    //! Whether the binding is an input. None: false.
    TRT_DEPRECATED bool bindingIsInput(int32_t bindingIndex) const noexcept {
        return mImpl->getTensorIOMode(tensorOf(bindingIndex)) == TensorIOMode::kINPUT;
    }

    //! getTensorShape() of the binding.
    TRT_DEPRECATED Dims getBindingDimensions(int32_t bindingIndex) const noexcept {
        return getTensorShape(tensorOf(bindingIndex));
    }

    //! getTensorDataType() of the binding.
    TRT_DEPRECATED DataType getBindingDataType(int32_t bindingIndex) const noexcept {
        return mImpl->getTensorDataType(tensorOf(bindingIndex));
    }

    //! Largest implicit batch; 1, since shapes hold the batch.
    TRT_DEPRECATED int32_t getMaxBatchSize() const noexcept {
        return 1;
    }

    //! getTensorLocation() of the binding.
    TRT_DEPRECATED TensorLocation getLocation(int32_t bindingIndex) const noexcept {
        return mImpl->getTensorLocation(tensorOf(bindingIndex));
    }

    //! getTensorBytesPerComponent() of the binding.
    TRT_DEPRECATED int32_t getBindingBytesPerComponent(int32_t bindingIndex) const noexcept {
        return mImpl->getTensorBytesPerComponentV2(tensorOf(bindingIndex), profileOf(bindingIndex));
    }

    //! getTensorComponentsPerElement() of the binding.
    TRT_DEPRECATED int32_t getBindingComponentsPerElement(int32_t bindingIndex) const noexcept {
        return mImpl->getTensorComponentsPerElementV2(tensorOf(bindingIndex), profileOf(bindingIndex));
    }

    //! getTensorFormat() of the binding.
    TRT_DEPRECATED TensorFormat getBindingFormat(int32_t bindingIndex) const noexcept {
        return mImpl->getTensorFormatV2(tensorOf(bindingIndex), profileOf(bindingIndex));
    }

    //! getTensorFormatDesc() of the binding.
    TRT_DEPRECATED char const* getBindingFormatDesc(int32_t bindingIndex) const noexcept {
        return mImpl->getTensorFormatDescV2(tensorOf(bindingIndex), profileOf(bindingIndex));
    }

    //! getTensorVectorizedDim() of the binding.
    TRT_DEPRECATED int32_t getBindingVectorizedDim(int32_t bindingIndex) const noexcept {
        return mImpl->getTensorVectorizedDimV2(tensorOf(bindingIndex), profileOf(bindingIndex));
    }

    //! getProfileShape() of the binding.
    TRT_DEPRECATED Dims getProfileDimensions(int32_t bindingIndex, int32_t profileIndex,
                                             OptProfileSelector select) const noexcept {
        return getProfileShape(tensorOf(bindingIndex), profileIndex, select);
    }

    //! getProfileTensorValues() of the binding.
    TRT_DEPRECATED int32_t const* getProfileShapeValues(int32_t profileIndex, int32_t inputIndex,
                                                        OptProfileSelector select) const noexcept {
        return mImpl->getProfileTensorValues(tensorOf(inputIndex), profileIndex, select);
    }

    //! isShapeInferenceIO() of the binding.
    TRT_DEPRECATED bool isShapeBinding(int32_t bindingIndex) const noexcept {
        return mImpl->isShapeInferenceIO(tensorOf(bindingIndex));
    }

    //! Whether an inference needs the binding's elements on the device; shape tensors have theirs on the host. None:
    //! false.
    TRT_DEPRECATED bool isExecutionBinding(int32_t bindingIndex) const noexcept {
        char const* const name = tensorOf(bindingIndex);
        return name && !mImpl->isShapeInferenceIO(name);
    }

    //! Ends the object; generation 8's form of delete.
    TRT_DEPRECATED void destroy() noexcept {
        delete this;
    }

protected:
    apiv::VCudaEngine* mImpl{nullptr};

private:
    friend class IExecutionContext;

    //! Name of the tensor behind a binding; null when there is none.
    char const* tensorOf(int32_t bindingIndex) const noexcept {
        int32_t const nbTensors = mImpl->getNbIOTensors();
        bool const valid = bindingIndex >= 0 && bindingIndex < nbTensors * mImpl->getNbOptimizationProfiles();
        return valid ? mImpl->getIOTensorName(bindingIndex % nbTensors) : nullptr;
    }

    //! Profile that a binding belongs to; -1 when there is none.
    int32_t profileOf(int32_t bindingIndex) const noexcept {
        return tensorOf(bindingIndex) ? bindingIndex / mImpl->getNbIOTensors() : -1;
    }
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_ENGINE_H

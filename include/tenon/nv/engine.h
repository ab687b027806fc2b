// SPDX-License-Identifier: Apache-2.0
// (documentation follows)
// Included by NvInferRuntime.h.
#ifndef TENON_NV_ENGINE_H
#define TENON_NV_ENGINE_H

#include "tenon/nv/impl_runtime.h"
#include "tenon/nv/level.h"
#include "tenon/nv/memory.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

enum class TacticSource : int32_t {
    kCUBLAS TENON_DEPRECATED_ENUM_10 = impl::byLevel(0, 0, 2),
    kCUBLAS_LT TENON_DEPRECATED_ENUM_10 = impl::byLevel(1, 1, 3),
    kCUDNN TENON_DEPRECATED_ENUM_10 = impl::byLevel(2, 2, 4),
    kEDGE_MASK_CONVOLUTIONS = impl::byLevel(3, 3, 0),
    kJIT_CONVOLUTIONS = impl::byLevel(4, 4, 1),
};

namespace impl {
template <>
struct EnumMaxImpl<TacticSource> {
    static constexpr int32_t kVALUE = impl::byLevel(5, 5, 2);
};

//! Numbers of the library for the numbers of TacticSource at this level.
#if TENON_API_LEVEL == 11
constexpr int8_t kTACTIC_SOURCES[] = {3, 4, 0, 1, 2};
#else
constexpr int8_t kTACTIC_SOURCES[] = {0, 1, 2, 3, 4};
#endif
constexpr TacticSources tacticSourcesToLibrary(TacticSources sources) noexcept {
    return renumberMask(kTACTIC_SOURCES, sources);
}
constexpr TacticSources tacticSourcesFromLibrary(TacticSources sources) noexcept {
    return renumberMaskBack(kTACTIC_SOURCES, sources);
}
} // namespace impl

enum class ProfilingVerbosity : int32_t {
    kLAYER_NAMES_ONLY = 0,
    kNONE = 1,
    kDETAILED = 2,
    kDEFAULT TRT_DEPRECATED_ENUM = 0,
    kVERBOSE TRT_DEPRECATED_ENUM = 2,
};

namespace impl {
template <>
struct EnumMaxImpl<ProfilingVerbosity> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

enum class SerializationFlag : int32_t {
    kEXCLUDE_WEIGHTS = 0,
    kEXCLUDE_LEAN_RUNTIME = 1,
    kINCLUDE_REFIT = 2,
};

namespace impl {
template <>
struct EnumMaxImpl<SerializationFlag> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

class ISerializationConfig : public INoCopy {
public:
    virtual ~ISerializationConfig() noexcept = default;
    bool setFlags(SerializationFlags serializationFlags) noexcept { return mImpl->setFlags(serializationFlags); }
    SerializationFlags getFlags() const noexcept { return mImpl->getFlags(); }
    bool clearFlag(SerializationFlag serializationFlag) noexcept { return mImpl->clearFlag(serializationFlag); }
    bool setFlag(SerializationFlag serializationFlag) noexcept { return mImpl->setFlag(serializationFlag); }
    bool getFlag(SerializationFlag serializationFlag) const noexcept { return mImpl->getFlag(serializationFlag); }

protected:
    apiv::VSerializationConfig* mImpl{nullptr};
};

enum class ExecutionContextAllocationStrategy : int32_t {
    kSTATIC = 0,
    kON_PROFILE_CHANGE = 1,
    kUSER_MANAGED = 2,
};

namespace impl {
template <>
struct EnumMaxImpl<ExecutionContextAllocationStrategy> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

class IRuntimeConfig : public INoCopy {
public:
    virtual ~IRuntimeConfig() noexcept = default;
    void setExecutionContextAllocationStrategy(ExecutionContextAllocationStrategy strategy) noexcept {
        return mImpl->setExecutionContextAllocationStrategy(strategy);
    }
    ExecutionContextAllocationStrategy getExecutionContextAllocationStrategy() const noexcept {
        return mImpl->getExecutionContextAllocationStrategy();
    }

protected:
    apiv::VRuntimeConfig* mImpl{nullptr};
};

enum class EngineStat : int32_t {
    kTOTAL_WEIGHTS_SIZE = 0,
    kSTRIPPED_WEIGHTS_SIZE = 1,
};

namespace impl {
template <>
struct EnumMaxImpl<EngineStat> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

class ICudaEngine : public INoCopy {
public:
    virtual ~ICudaEngine() noexcept = default;
    Dims getTensorShape(char const* tensorName) const noexcept {
        return impl::narrow(mImpl->getTensorShape(tensorName));
    }
    DataType getTensorDataType(char const* tensorName) const noexcept { return mImpl->getTensorDataType(tensorName); }
    int32_t getNbLayers() const noexcept { return mImpl->getNbLayers(); }
    IHostMemory* serialize() const noexcept { return mImpl->serialize(); }
#if TENON_API_LEVEL == 8
    IExecutionContext* createExecutionContext() noexcept {
        return mImpl->createExecutionContext(ExecutionContextAllocationStrategy::kSTATIC);
    }
#else
    IExecutionContext* createExecutionContext(
        ExecutionContextAllocationStrategy strategy = ExecutionContextAllocationStrategy::kSTATIC) noexcept {
        return mImpl->createExecutionContext(strategy);
    }
    IExecutionContext* createExecutionContext(IRuntimeConfig* runtimeConfig) noexcept {
        return mImpl->createExecutionContextWithRuntimeConfig(runtimeConfig);
    }
#endif
    TensorLocation getTensorLocation(char const* tensorName) const noexcept {
        return mImpl->getTensorLocation(tensorName);
    }
    bool isShapeInferenceIO(char const* tensorName) const noexcept {
        return mImpl->isShapeInferenceIO(tensorName);
    }
    TensorIOMode getTensorIOMode(char const* tensorName) const noexcept {
        return mImpl->getTensorIOMode(tensorName);
    }
    TRT_NODISCARD char const* getAliasedInputTensor(char const* tensorName) const noexcept {
        return mImpl->getAliasedInputTensor(tensorName);
    }
    TRT_DEPRECATED IExecutionContext* createExecutionContextWithoutDeviceMemory() noexcept {
        return mImpl->createExecutionContextWithoutDeviceMemory();
    }
    IRuntimeConfig* createRuntimeConfig() noexcept {
        return mImpl->createRuntimeConfig();
    }
    TRT_DEPRECATED size_t getDeviceMemorySize() const noexcept {
        return mImpl->getDeviceMemorySize();
    }
    TRT_DEPRECATED size_t getDeviceMemorySizeForProfile(int32_t profileIndex) const noexcept {
        return mImpl->getDeviceMemorySizeForProfile(profileIndex);
    }
    int64_t getDeviceMemorySizeV2() const noexcept {
        return mImpl->getDeviceMemorySizeV2();
    }
    int64_t getDeviceMemorySizeForProfileV2(int32_t profileIndex) const noexcept {
        return mImpl->getDeviceMemorySizeForProfileV2(profileIndex);
    }
    bool isRefittable() const noexcept {
        return mImpl->isRefittable();
    }
    int32_t getTensorBytesPerComponent(char const* tensorName) const noexcept {
        return mImpl->getTensorBytesPerComponent(tensorName);
    }
    int32_t getTensorBytesPerComponent(char const* tensorName, int32_t profileIndex) const noexcept {
        return mImpl->getTensorBytesPerComponentV2(tensorName, profileIndex);
    }
    int32_t getTensorComponentsPerElement(char const* tensorName) const noexcept {
        return mImpl->getTensorComponentsPerElement(tensorName);
    }
    int32_t getTensorComponentsPerElement(char const* tensorName, int32_t profileIndex) const noexcept {
        return mImpl->getTensorComponentsPerElementV2(tensorName, profileIndex);
    }
    TensorFormat getTensorFormat(char const* tensorName) const noexcept {
        return mImpl->getTensorFormat(tensorName);
    }
    TensorFormat getTensorFormat(char const* tensorName, int32_t profileIndex) const noexcept {
        return mImpl->getTensorFormatV2(tensorName, profileIndex);
    }
    char const* getTensorFormatDesc(char const* tensorName) const noexcept {
        return mImpl->getTensorFormatDesc(tensorName);
    }
    char const* getTensorFormatDesc(char const* tensorName, int32_t profileIndex) const noexcept {
        return mImpl->getTensorFormatDescV2(tensorName, profileIndex);
    }
    int32_t getTensorVectorizedDim(char const* tensorName) const noexcept {
        return mImpl->getTensorVectorizedDim(tensorName);
    }
    int32_t getTensorVectorizedDim(char const* tensorName, int32_t profileIndex) const noexcept {
        return mImpl->getTensorVectorizedDimV2(tensorName, profileIndex);
    }
    char const* getName() const noexcept {
        return mImpl->getName();
    }
    int32_t getNbOptimizationProfiles() const noexcept {
        return mImpl->getNbOptimizationProfiles();
    }
    Dims getProfileShape(char const* tensorName, int32_t profileIndex, OptProfileSelector select) const noexcept {
        return impl::narrow(mImpl->getProfileShape(tensorName, profileIndex, select));
    }
    TRT_DEPRECATED int32_t const* getProfileTensorValues(char const* tensorName, int32_t profileIndex,
                                                         OptProfileSelector select) const noexcept {
        return mImpl->getProfileTensorValues(tensorName, profileIndex, select);
    }
    EngineCapability getEngineCapability() const noexcept {
        return mImpl->getEngineCapability();
    }
    void setErrorRecorder(IErrorRecorder* recorder) noexcept {
        return mImpl->setErrorRecorder(recorder);
    }
    IErrorRecorder* getErrorRecorder() const noexcept {
        return mImpl->getErrorRecorder();
    }
    TRT_DEPRECATED bool hasImplicitBatchDimension() const noexcept {
        return mImpl->hasImplicitBatchDimension();
    }
    TacticSources getTacticSources() const noexcept {
        return impl::tacticSourcesFromLibrary(mImpl->getTacticSources());
    }
    ProfilingVerbosity getProfilingVerbosity() const noexcept {
        return mImpl->getProfilingVerbosity();
    }
    IEngineInspector* createEngineInspector() const noexcept {
        return mImpl->createEngineInspector();
    }
    int32_t getNbIOTensors() const noexcept {
        return mImpl->getNbIOTensors();
    }
    char const* getIOTensorName(int32_t index) const noexcept {
        return mImpl->getIOTensorName(index);
    }
    HardwareCompatibilityLevel getHardwareCompatibilityLevel() const noexcept {
        return mImpl->getHardwareCompatibilityLevel();
    }
    int32_t getNbAuxStreams() const noexcept {
        return mImpl->getNbAuxStreams();
    }
    ISerializationConfig* createSerializationConfig() noexcept {
        return mImpl->createSerializationConfig();
    }
    IHostMemory* serializeWithConfig(ISerializationConfig& config) const noexcept {
        return mImpl->serializeWithConfig(config);
    }
    TRT_DEPRECATED bool setWeightStreamingBudget(int64_t gpuMemoryBudget) noexcept {
        return mImpl->setWeightStreamingBudget(gpuMemoryBudget);
    }
    TRT_DEPRECATED int64_t getWeightStreamingBudget() const noexcept {
        return mImpl->getWeightStreamingBudget();
    }
    TRT_DEPRECATED int64_t getMinimumWeightStreamingBudget() const noexcept {
        return mImpl->getMinimumWeightStreamingBudget();
    }
    int64_t getStreamableWeightsSize() const noexcept {
        return mImpl->getStreamableWeightsSize();
    }
    bool setWeightStreamingBudgetV2(int64_t gpuMemoryBudget) noexcept {
        return mImpl->setWeightStreamingBudgetV2(gpuMemoryBudget);
    }
    int64_t getWeightStreamingBudgetV2() const noexcept {
        return mImpl->getWeightStreamingBudgetV2();
    }
    int64_t getWeightStreamingAutomaticBudget() const noexcept {
        return mImpl->getWeightStreamingAutomaticBudget();
    }
    int64_t getWeightStreamingScratchMemorySize() const noexcept {
        return mImpl->getWeightStreamingScratchMemorySize();
    }
    bool isDebugTensor(char const* name) const noexcept {
        return mImpl->isDebugTensor(name);
    }
    int64_t const* getProfileTensorValuesV2(char const* tensorName, int32_t profileIndex,
                                            OptProfileSelector select) const noexcept {
        return mImpl->getProfileTensorValuesV2(tensorName, profileIndex, select);
    }
    int64_t getEngineStat(EngineStat stat) const noexcept {
        return mImpl->getEngineStat(stat);
    }

    // Bindings, generation 8's view of inputs and outputs: a number for each of them in each profile.

    TRT_DEPRECATED int32_t getNbBindings() const noexcept {
        return mImpl->getNbIOTensors() * mImpl->getNbOptimizationProfiles();
    }
    TRT_DEPRECATED int32_t getBindingIndex(char const* name) const noexcept {
        return mImpl->getBindingIndex(name);
    }
    TRT_DEPRECATED char const* getBindingName(int32_t bindingIndex) const noexcept {
        return mImpl->getBindingName(bindingIndex);
    }
    TRT_DEPRECATED bool bindingIsInput(int32_t bindingIndex) const noexcept {
        return mImpl->getTensorIOMode(tensorOf(bindingIndex)) == TensorIOMode::kINPUT;
    }
    TRT_DEPRECATED Dims getBindingDimensions(int32_t bindingIndex) const noexcept {
        return getTensorShape(tensorOf(bindingIndex));
    }
    TRT_DEPRECATED DataType getBindingDataType(int32_t bindingIndex) const noexcept {
        return mImpl->getTensorDataType(tensorOf(bindingIndex));
    }
    TRT_DEPRECATED int32_t getMaxBatchSize() const noexcept {
        return 1;
    }
    TRT_DEPRECATED TensorLocation getLocation(int32_t bindingIndex) const noexcept {
        return mImpl->getTensorLocation(tensorOf(bindingIndex));
    }
    TRT_DEPRECATED int32_t getBindingBytesPerComponent(int32_t bindingIndex) const noexcept {
        return mImpl->getTensorBytesPerComponentV2(tensorOf(bindingIndex), profileOf(bindingIndex));
    }
    TRT_DEPRECATED int32_t getBindingComponentsPerElement(int32_t bindingIndex) const noexcept {
        return mImpl->getTensorComponentsPerElementV2(tensorOf(bindingIndex), profileOf(bindingIndex));
    }
    TRT_DEPRECATED TensorFormat getBindingFormat(int32_t bindingIndex) const noexcept {
        return mImpl->getTensorFormatV2(tensorOf(bindingIndex), profileOf(bindingIndex));
    }
    TRT_DEPRECATED char const* getBindingFormatDesc(int32_t bindingIndex) const noexcept {
        return mImpl->getTensorFormatDescV2(tensorOf(bindingIndex), profileOf(bindingIndex));
    }
    TRT_DEPRECATED int32_t getBindingVectorizedDim(int32_t bindingIndex) const noexcept {
        return mImpl->getTensorVectorizedDimV2(tensorOf(bindingIndex), profileOf(bindingIndex));
    }
    TRT_DEPRECATED Dims getProfileDimensions(int32_t bindingIndex, int32_t profileIndex,
                                             OptProfileSelector select) const noexcept {
        return getProfileShape(tensorOf(bindingIndex), profileIndex, select);
    }
    TRT_DEPRECATED int32_t const* getProfileShapeValues(int32_t profileIndex, int32_t inputIndex,
                                                        OptProfileSelector select) const noexcept {
        return mImpl->getProfileTensorValues(tensorOf(inputIndex), profileIndex, select);
    }
    TRT_DEPRECATED bool isShapeBinding(int32_t bindingIndex) const noexcept {
        return mImpl->isShapeInferenceIO(tensorOf(bindingIndex));
    }
    TRT_DEPRECATED bool isExecutionBinding(int32_t bindingIndex) const noexcept {
        return !isShapeBinding(bindingIndex);
    }

    //! Ends the object; generation 8's name of delete.
    TRT_DEPRECATED void destroy() noexcept {
        delete this;
    }

protected:
    apiv::VCudaEngine* mImpl{nullptr};

private:
    friend class IExecutionContext;

    //! Name of the tensor behind a binding of any profile; null when there is none.
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

// SPDX-License-Identifier: Apache-2.0
// The runtime for safety-certified engines of TensorRT 8.6, so that programs which mention it compile. There is no such
// runtime here: createInferRuntime() of this namespace and getSafePluginRegistry() return null.
#ifndef NV_INFER_SAFE_RUNTIME_H
#define NV_INFER_SAFE_RUNTIME_H

#include "NvInferRuntimeBase.h"
#include "NvInferRuntimeCommon.h"
#include "NvInferRuntimePlugin.h"

#include <cstddef>
#include <cstdint>

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {
namespace safe {

class ICudaEngine;
class IExecutionContext;

//! Reads safety engines. No object of this type exists here.
class IRuntime {
public:
    //! An engine from its bytes, which may be freed afterwards; null when that fails.
    virtual ICudaEngine* deserializeCudaEngine(void const* const blob, std::size_t const size) noexcept = 0;

    //! Sets who gives memory; null for the built-in allocator.
    virtual void setGpuAllocator(IGpuAllocator* const allocator) noexcept = 0;

    //! Sets who collects errors; null for nobody.
    virtual void setErrorRecorder(IErrorRecorder* const recorder) noexcept = 0;

    //! Who collects errors; null when nobody does.
    virtual IErrorRecorder* getErrorRecorder() const noexcept = 0;

    IRuntime() = default;
    virtual ~IRuntime() noexcept = default;
    IRuntime(IRuntime const&) = delete;
    IRuntime(IRuntime&&) = delete;
    IRuntime& operator=(IRuntime const&) & = delete;
    IRuntime& operator=(IRuntime&&) & = delete;
};

//! A safety engine. No object of this type exists here.
class ICudaEngine {
public:
    //! Number of inputs and outputs.
    TRT_DEPRECATED virtual std::int32_t getNbBindings() const noexcept = 0;

    //! Index of the input or output of that name; -1 when there is none.
    TRT_DEPRECATED virtual std::int32_t getBindingIndex(AsciiChar const* const name) const noexcept = 0;

    //! Name of the input or output; null for an index outside.
    TRT_DEPRECATED virtual AsciiChar const* getBindingName(std::int32_t const bindingIndex) const noexcept = 0;

    //! True for an input.
    TRT_DEPRECATED virtual bool bindingIsInput(std::int32_t const bindingIndex) const noexcept = 0;

    //! Its sizes.
    TRT_DEPRECATED virtual Dims getBindingDimensions(std::int32_t const bindingIndex) const noexcept = 0;

    //! Its element type.
    TRT_DEPRECATED virtual DataType getBindingDataType(std::int32_t const bindingIndex) const noexcept = 0;

    //! A new context with memory of its own; null when that fails.
    virtual IExecutionContext* createExecutionContext() noexcept = 0;

    //! A new context that is given memory by its user; null when that fails.
    virtual IExecutionContext* createExecutionContextWithoutDeviceMemory() noexcept = 0;

    //! Bytes that such a context needs.
    virtual size_t getDeviceMemorySize() const noexcept = 0;

    //! Bytes of one component of an element.
    TRT_DEPRECATED virtual std::int32_t getBindingBytesPerComponent(std::int32_t const bindingIndex) const noexcept = 0;

    //! Components of one element; 1 where elements are not vectors.
    TRT_DEPRECATED virtual std::int32_t
    getBindingComponentsPerElement(std::int32_t const bindingIndex) const noexcept = 0;

    //! Its memory format.
    TRT_DEPRECATED virtual TensorFormat getBindingFormat(std::int32_t const bindingIndex) const noexcept = 0;

    //! The axis that is cut into vectors; -1 for none.
    TRT_DEPRECATED virtual std::int32_t getBindingVectorizedDim(std::int32_t const bindingIndex) const noexcept = 0;

    //! Name of the engine.
    virtual AsciiChar const* getName() const noexcept = 0;

    //! Sets who collects errors; null for nobody.
    virtual void setErrorRecorder(IErrorRecorder* const recorder) noexcept = 0;

    //! Who collects errors; null when nobody does.
    virtual IErrorRecorder* getErrorRecorder() const noexcept = 0;

    ICudaEngine() = default;
    virtual ~ICudaEngine() noexcept = default;
    ICudaEngine(ICudaEngine const&) = delete;
    ICudaEngine(ICudaEngine&&) = delete;
    ICudaEngine& operator=(ICudaEngine const&) & = delete;
    ICudaEngine& operator=(ICudaEngine&&) & = delete;

    //! Sizes of the input or output of that name; nbDims is -1 when there is none.
    virtual Dims getTensorShape(AsciiChar const* tensorName) const noexcept = 0;

    //! Its element type.
    virtual DataType getTensorDataType(AsciiChar const* tensorName) const noexcept = 0;

    //! Whether it is an input, an output or neither.
    virtual TensorIOMode getTensorIOMode(AsciiChar const* tensorName) const noexcept = 0;

    //! Bytes of one component of an element.
    virtual std::int32_t getTensorBytesPerComponent(AsciiChar const* tensorName) const noexcept = 0;

    //! Components of one element; 1 where elements are not vectors.
    virtual std::int32_t getTensorComponentsPerElement(AsciiChar const* tensorName) const noexcept = 0;

    //! Its memory format.
    virtual TensorFormat getTensorFormat(AsciiChar const* tensorName) const noexcept = 0;

    //! The axis that is cut into vectors; -1 for none.
    virtual std::int32_t getTensorVectorizedDim(AsciiChar const* tensorName) const noexcept = 0;

    //! Number of inputs and outputs.
    virtual std::int32_t getNbIOTensors() const noexcept = 0;

    //! Name of the input or output at `index`; null outside.
    virtual AsciiChar const* getIOTensorName(std::int32_t const index) const noexcept = 0;
};

//! How many values of a run were no finite numbers.
struct FloatingPointErrorInformation {
    int32_t nbNanErrors; //!< NaNs.
    int32_t nbInfErrors; //!< Infinities.
};

//! Runs a safety engine. No object of this type exists here.
class IExecutionContext {
public:
    //! The engine that it runs.
    virtual ICudaEngine const& getEngine() const noexcept = 0;

    //! Sets its name, of which it keeps a copy.
    virtual void setName(AsciiChar const* const name) noexcept = 0;

    //! Its name.
    virtual AsciiChar const* getName() const noexcept = 0;

    //! Sets the memory of a context that was made without; getDeviceMemorySize() bytes.
    virtual void setDeviceMemory(void* const memory) noexcept = 0;

    //! Steps between elements of the input or output, in elements.
    TRT_DEPRECATED virtual Dims getStrides(std::int32_t const bindingIndex) const noexcept = 0;

    //! Sets who collects errors; null for nobody.
    virtual void setErrorRecorder(IErrorRecorder* const recorder) noexcept = 0;

    //! Who collects errors; null when nobody does.
    virtual IErrorRecorder* getErrorRecorder() const noexcept = 0;

    //! Runs on addresses by index; `inputConsumed`, where given, is recorded once inputs may be written.
    TRT_DEPRECATED virtual bool enqueueV2(void* const* const bindings, cudaStream_t const stream,
                                          cudaEvent_t const* const inputConsumed) noexcept = 0;

    IExecutionContext() = default;
    virtual ~IExecutionContext() noexcept = default;
    IExecutionContext(IExecutionContext const&) = delete;
    IExecutionContext(IExecutionContext&&) = delete;
    IExecutionContext& operator=(IExecutionContext const&) & = delete;
    IExecutionContext& operator=(IExecutionContext&&) & = delete;

    //! Sets where counts of NaNs and infinities go.
    virtual void setErrorBuffer(FloatingPointErrorInformation* const buffer) noexcept = 0;

    //! Where these counts go; null when nowhere.
    virtual FloatingPointErrorInformation* getErrorBuffer() const noexcept = 0;

    //! Steps between elements of the input or output of that name, in elements.
    virtual Dims getTensorStrides(AsciiChar const* tensorName) const noexcept = 0;

    //! Sets where an input lies; false when there is none of that name.
    virtual bool setInputTensorAddress(AsciiChar const* tensorName, void const* data) noexcept = 0;

    //! Sets where an output goes; false when there is none of that name.
    virtual bool setOutputTensorAddress(AsciiChar const* tensorName, void* data) noexcept = 0;

    //! Sets the event that is recorded once inputs may be written.
    virtual bool setInputConsumedEvent(cudaEvent_t event) noexcept = 0;

    //! That event; null when there is none.
    virtual cudaEvent_t getInputConsumedEvent() const noexcept = 0;

    //! Where an input lies; null when that is not set.
    virtual void const* getInputTensorAddress(AsciiChar const* tensorName) const noexcept = 0;

    //! Where an output goes; null when that is not set.
    virtual void* getOutputTensorAddress(AsciiChar const* tensorName) const noexcept = 0;

    //! Runs on the addresses that were set.
    virtual bool enqueueV3(cudaStream_t stream) noexcept = 0;
};

//! Plugins for safety engines. No object of this type exists here.
class IPluginRegistry {
public:
    //! Adds a creator, which must live as long as the registry; false when one of that name and version is there.
    virtual bool registerCreator(IPluginCreator& creator, AsciiChar const* const pluginNamespace) noexcept = 0;

    //! All creators, their number in `numCreators`.
    virtual IPluginCreator* const* getPluginCreatorList(int32_t* const numCreators) const noexcept = 0;

    //! The creator of that name, version and namespace; null when there is none.
    virtual IPluginCreator* getPluginCreator(AsciiChar const* const pluginName, AsciiChar const* const pluginVersion,
                                             AsciiChar const* const pluginNamespace = "") noexcept = 0;

    //! Sets who collects errors; null for nobody.
    virtual void setErrorRecorder(IErrorRecorder* const recorder) noexcept = 0;

    //! Who collects errors; null when nobody does.
    virtual IErrorRecorder* getErrorRecorder() const noexcept = 0;

    //! Takes a creator out; false when it is not there.
    virtual bool deregisterCreator(IPluginCreator const& creator) noexcept = 0;

    IPluginRegistry() = default;
    IPluginRegistry(IPluginRegistry const&) = delete;
    IPluginRegistry(IPluginRegistry&&) = delete;
    IPluginRegistry& operator=(IPluginRegistry const&) & = delete;
    IPluginRegistry& operator=(IPluginRegistry&&) & = delete;

protected:
    virtual ~IPluginRegistry() noexcept = default;
};

//! Null: there is no runtime for safety engines.
inline IRuntime* createInferRuntime(ILogger&) noexcept {
    return nullptr;
}

//! Null: there is no runtime for safety engines.
extern "C" inline IPluginRegistry* getSafePluginRegistry() noexcept {
    return nullptr;
}

//! Holds a creator of the type T and registers it where there is a registry for safety engines, so not here.
template <typename T>
class PluginRegistrar {
public:
    PluginRegistrar() {
        if (auto* registry = getSafePluginRegistry()) {
            registry->registerCreator(instance, "");
        }
    }

private:
    T instance{};
};

} // namespace safe
} // namespace nvinfer1
TENON_NV_END

//! Registers the creator `name` for safety engines when the program or library is loaded.
#define REGISTER_SAFE_TENSORRT_PLUGIN(name)                                                                            \
    static nvinfer1::safe::PluginRegistrar<name> pluginRegistrar##name {}

#endif // NV_INFER_SAFE_RUNTIME_H

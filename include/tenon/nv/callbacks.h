// SPDX-License-Identifier: Apache-2.0
// What users give an execution context to be called back: profiler, output allocator and debug listener.
// At level 8 the slots whose arguments hold shapes convert them for the methods that users override.
// Included by NvInferRuntime.h.
#ifndef TENON_NV_CALLBACKS_H
#define TENON_NV_CALLBACKS_H

#include "tenon/nv/impl_runtime.h"
#include "tenon/nv/memory.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! Receives the time of each layer after an inference. Users implement it; set on several contexts, it must be safe to
//! call concurrently.
class IProfiler {
public:
    //! Takes the milliseconds that a layer took. The name is valid during the call only.
    virtual void reportLayerTime(char const* layerName, float ms) = 0;

    virtual ~IProfiler() = default;

    // extra slots (Tenon)
    //! The language that the object is written in; generation 11.
    virtual APILanguage getAPILanguage() const { return APILanguage::kCPP; }
    //! The kind and version of interface that the object implements; generation 11.
    virtual InterfaceInfo getInterfaceInfo() const { return {"IProfiler", 1, 0}; }
};

//! Gives an output its memory once its size is known. Users implement it.
class IOutputAllocator : public IVersionedInterface {
public:
    InterfaceInfo getInterfaceInfo() const override { return {"IOutputAllocator", 1, 0}; }

    //! Returns at least `size` bytes for the output, at an address that `alignment` divides. currentMemory is what was
    //! set or returned last; it may be returned again when it is large enough. Null means failure.
    TENON_DEPRECATED_10 virtual void* reallocateOutput(char const* /*tensorName*/, void* /*currentMemory*/,
                                                       uint64_t /*size*/, uint64_t /*alignment*/) {
        return nullptr;
    }

    //! reallocateOutput(), in the order of a stream. Since generation 10.
    virtual void* reallocateOutputAsync(char const* tensorName, void* currentMemory, uint64_t size, uint64_t alignment,
                                        cudaStream_t /*stream*/) {
        return reallocateOutput(tensorName, currentMemory, size, alignment);
    }

#if TENON_API_LEVEL == 8
    virtual void tenon_notifyShape_64(char const* tensorName, Dims64 const& dims) {
        notifyShape(tensorName, impl::narrow(dims));
    }
#else
    //! Tells the output's shape, as soon as it is known in an inference.
    virtual void notifyShape(char const* tensorName, Dims const& dims) = 0;
#endif

    // extra slots (Tenon)
#if TENON_API_LEVEL == 8
    virtual void notifyShape(char const* tensorName, Dims const& dims) = 0;
#endif
    //! The interface's version; generation 8.
    virtual int32_t getInterfaceVersion() const {
        return 1;
    }
};

//! Receives the values of tensors that were marked for debugging. Users implement it. Since generation 10.
class IDebugListener : public IVersionedInterface {
public:
    InterfaceInfo getInterfaceInfo() const override { return {"IDebugListener", 1, 0}; }

#if TENON_API_LEVEL == 8
    virtual bool tenon_processDebugTensor_64(void const* addr, TensorLocation location, DataType type,
                                             Dims64 const& shape, char const* name, cudaStream_t stream) {
        return processDebugTensor(addr, location, type, impl::narrow(shape), name, stream);
    }
#else
    //! Takes one tensor; `addr` is valid during the call only, and once the stream has done what it was given so far.
    //! False stops the inference with an error.
    virtual bool processDebugTensor(void const* addr, TensorLocation location, DataType type, Dims const& shape,
                                    char const* name, cudaStream_t stream) = 0;
#endif

    ~IDebugListener() override = default;

#if TENON_API_LEVEL == 8
    // extra slots (Tenon)
    virtual bool processDebugTensor(void const* addr, TensorLocation location, DataType type, Dims const& shape,
                                    char const* name, cudaStream_t stream) = 0;
#endif
};

namespace v_1_0 {
using nvinfer1::IDebugListener;
using nvinfer1::IOutputAllocator;
using nvinfer1::IProfiler;
} // namespace v_1_0

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_CALLBACKS_H

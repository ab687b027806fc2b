// SPDX-License-Identifier: Apache-2.0
// (documentation follows)
// Included by NvInferRuntime.h.
#ifndef TENON_NV_CALLBACKS_H
#define TENON_NV_CALLBACKS_H

#include "tenon/nv/impl_runtime.h"
#include "tenon/nv/memory.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

class IProfiler {
public:
    virtual void reportLayerTime(char const* layerName, float ms) = 0;
    virtual ~IProfiler() = default;

    // extra slots (Tenon)
    virtual APILanguage getAPILanguage() const { return APILanguage::kCPP; }
    virtual InterfaceInfo getInterfaceInfo() const { return {"IProfiler", 1, 0}; }
};

namespace v_1_0 {
using nvinfer1::IProfiler;
}

class IOutputAllocator : public IVersionedInterface {
public:
    InterfaceInfo getInterfaceInfo() const override { return {"IOutputAllocator", 1, 0}; }
    TRT_DEPRECATED virtual void* reallocateOutput(char const* /*tensorName*/, void* /*currentMemory*/,
                                                  uint64_t /*size*/, uint64_t /*alignment*/) {
        return nullptr;
    }
    virtual void* reallocateOutputAsync(char const* tensorName, void* currentMemory, uint64_t size, uint64_t alignment,
                                        cudaStream_t) {
        return reallocateOutput(tensorName, currentMemory, size, alignment);
    }
#if TENON_API_LEVEL == 8
    virtual void tenon_notifyShape_64(char const* tensorName, Dims64 const& dims) {
        notifyShape(tensorName, impl::narrow(dims));
    }
#else
    virtual void notifyShape(char const* tensorName, Dims const& dims) = 0;
#endif

    // extra slots (Tenon)
#if TENON_API_LEVEL == 8
    virtual void notifyShape(char const* tensorName, Dims const& dims) = 0;
#endif
    virtual int32_t getInterfaceVersion() const {
        return 1;
    }
};

namespace v_1_0 {
using nvinfer1::IOutputAllocator;
}

class IDebugListener : public IVersionedInterface {
public:
    InterfaceInfo getInterfaceInfo() const override { return {"IDebugListener", 1, 0}; }
#if TENON_API_LEVEL == 8
    virtual bool tenon_processDebugTensor_64(void const* addr, TensorLocation location, DataType type,
                                             Dims64 const& shape, char const* name, cudaStream_t stream) {
        return processDebugTensor(addr, location, type, impl::narrow(shape), name, stream);
    }
#else
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
}

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_CALLBACKS_H

// SPDX-License-Identifier: Apache-2.0
// (documentation follows)
// Included by NvInferRuntime.h.
#ifndef TENON_NV_RUNTIME_H
#define TENON_NV_RUNTIME_H

#include "tenon/nv/impl_runtime.h"
#include "tenon/nv/memory.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

enum class TempfileControlFlag : int32_t {
    kALLOW_IN_MEMORY_FILES = 0,
    kALLOW_TEMPORARY_FILES = 1,
};

namespace impl {
template <>
struct EnumMaxImpl<TempfileControlFlag> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

class IRuntime : public INoCopy {
public:
    virtual ~IRuntime() noexcept = default;
    void setDLACore(int32_t dlaCore) noexcept { mImpl->setDLACore(dlaCore); }
    int32_t getDLACore() const noexcept { return mImpl->getDLACore(); }
    int32_t getNbDLACores() const noexcept { return mImpl->getNbDLACores(); }
    void setGpuAllocator(IGpuAllocator* allocator) noexcept { mImpl->setGpuAllocator(allocator); }
    void setErrorRecorder(IErrorRecorder* recorder) noexcept { mImpl->setErrorRecorder(recorder); }
    IErrorRecorder* getErrorRecorder() const noexcept { return mImpl->getErrorRecorder(); }
    ICudaEngine* deserializeCudaEngine(void const* blob, std::size_t size) noexcept {
        return mImpl->deserializeCudaEngine(blob, size);
    }
    TRT_DEPRECATED ICudaEngine* deserializeCudaEngine(void const* blob, std::size_t size,
                                                      IPluginFactory* /*pluginFactory*/) noexcept {
        return mImpl->deserializeCudaEngine(blob, size);
    }
    TRT_DEPRECATED ICudaEngine* deserializeCudaEngine(IStreamReader& streamReader) {
        return mImpl->deserializeCudaEngine(streamReader);
    }
    ICudaEngine* deserializeCudaEngine(IStreamReaderV2& streamReader) {
        return mImpl->deserializeCudaEngineV2(streamReader);
    }
    ILogger* getLogger() const noexcept { return mImpl->getLogger(); }
    bool setMaxThreads(int32_t maxThreads) noexcept { return mImpl->setMaxThreads(maxThreads); }
    int32_t getMaxThreads() const noexcept { return mImpl->getMaxThreads(); }
    void setTemporaryDirectory(char const* path) noexcept { return mImpl->setTemporaryDirectory(path); }
    char const* getTemporaryDirectory() const noexcept { return mImpl->getTemporaryDirectory(); }
    void setTempfileControlFlags(TempfileControlFlags flags) noexcept { return mImpl->setTempfileControlFlags(flags); }
    TempfileControlFlags getTempfileControlFlags() const noexcept { return mImpl->getTempfileControlFlags(); }
    IPluginRegistry& getPluginRegistry() noexcept { return mImpl->getPluginRegistry(); }
    IRuntime* loadRuntime(char const* path) noexcept { return mImpl->loadRuntime(path); }
    void setEngineHostCodeAllowed(bool allowed) noexcept { return mImpl->setEngineHostCodeAllowed(allowed); }
    bool getEngineHostCodeAllowed() const noexcept { return mImpl->getEngineHostCodeAllowed(); }

    //! Ends the object; generation 8's name of delete.
    TRT_DEPRECATED void destroy() noexcept { delete this; }

protected:
    apiv::VRuntime* mImpl{nullptr};
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_RUNTIME_H

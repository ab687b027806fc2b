// SPDX-License-Identifier: Apache-2.0
// The runtime: what turns a serialized engine into one that runs.
// Included by NvInferRuntime.h.
#ifndef TENON_NV_RUNTIME_H
#define TENON_NV_RUNTIME_H

#include "tenon/nv/impl_runtime.h"
#include "tenon/nv/memory.h"
#ifdef TENON_TENSORRT_7
#include "tenon/nv/tensorrt7_plugin.h"
#endif

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! Where code that an engine brings along may be put to be loaded.
enum class TempfileControlFlag : int32_t {
    kALLOW_IN_MEMORY_FILES = 0, //!< In files that have no place in a file system.
    kALLOW_TEMPORARY_FILES = 1, //!< In files of the temporary directory, removed after use.
};

namespace impl {
template <>
struct EnumMaxImpl<TempfileControlFlag> {
    static constexpr int32_t kVALUE = 2;
};
#ifndef TENON_TENSORRT_7
struct PluginFactoryScope {
    PluginFactoryScope(IPluginRegistry&, IPluginFactory*) noexcept {}
};
#endif
} // namespace impl

//! Loads engines. createInferRuntime() makes one; the caller deletes it, after the engines that it loaded.
//! Settings apply to engines that are loaded afterwards.
class IRuntime : public INoCopy {
public:
    virtual ~IRuntime() noexcept = default;

    //! Chooses the DLA core for engines that need one; there is none here.
    void setDLACore(int32_t dlaCore) noexcept { mImpl->setDLACore(dlaCore); }

    //! The core that was chosen, -1 where there is none.
    int32_t getDLACore() const noexcept { return mImpl->getDLACore(); }

    //! Number of DLA cores: 0.
    int32_t getNbDLACores() const noexcept { return mImpl->getNbDLACores(); }

    //! Sets the allocator for the engines' memory; null returns to the library's own. It must outlive them.
    void setGpuAllocator(IGpuAllocator* allocator) noexcept { mImpl->setGpuAllocator(allocator); }

    //! Sets the recorder that gets the runtime's errors, and counts as its owner; null removes it. Engines inherit it.
    void setErrorRecorder(IErrorRecorder* recorder) noexcept { mImpl->setErrorRecorder(recorder); }

    //! The recorder that was set, or null.
    IErrorRecorder* getErrorRecorder() const noexcept { return mImpl->getErrorRecorder(); }

    //! Loads an engine from `size` bytes, which may go afterwards. The caller deletes it. Null when the bytes are no
    //! engine that this library reads, or memory is short.
    ICudaEngine* deserializeCudaEngine(void const* blob, std::size_t size) noexcept {
        return mImpl->deserializeCudaEngine(blob, size);
    }

    //! The same; the factory makes the engine's objects of class IPlugin where the source has TENON_TENSORRT_7, and is
    //! not used otherwise. Generation 8.
    TRT_DEPRECATED ICudaEngine* deserializeCudaEngine(void const* blob, std::size_t size,
                                                      IPluginFactory* pluginFactory) noexcept {
        impl::PluginFactoryScope const scope(getPluginRegistry(), pluginFactory);
        return mImpl->deserializeCudaEngine(blob, size);
    }

    //! Loads an engine from a reader, from its present position to the engine's end. Generation 10.
    TRT_DEPRECATED ICudaEngine* deserializeCudaEngine(IStreamReader& streamReader) {
        return mImpl->deserializeCudaEngine(streamReader);
    }

    //! Loads an engine from a reader that can seek. Since generation 10.
    ICudaEngine* deserializeCudaEngine(IStreamReaderV2& streamReader) {
        return mImpl->deserializeCudaEngineV2(streamReader);
    }

    //! The logger that the runtime was made with.
    ILogger* getLogger() const noexcept { return mImpl->getLogger(); }

    //! Most threads that loading may use, the caller's included; 1 by default. False, and no change, below 1.
    bool setMaxThreads(int32_t maxThreads) noexcept { return mImpl->setMaxThreads(maxThreads); }

    //! What setMaxThreads() set.
    int32_t getMaxThreads() const noexcept { return mImpl->getMaxThreads(); }

    //! Sets the directory for temporary files; null returns to the system's.
    void setTemporaryDirectory(char const* path) noexcept { return mImpl->setTemporaryDirectory(path); }

    //! The directory for temporary files, or null when it is the system's.
    char const* getTemporaryDirectory() const noexcept { return mImpl->getTemporaryDirectory(); }

    //! Sets which kinds of temporary files may be made: bit i stands for TempfileControlFlag i. All by default.
    void setTempfileControlFlags(TempfileControlFlags flags) noexcept { return mImpl->setTempfileControlFlags(flags); }

    //! The set of kinds of temporary files that may be made.
    TempfileControlFlags getTempfileControlFlags() const noexcept { return mImpl->getTempfileControlFlags(); }

    //! The runtime's own plugin registry. Its parent is the process's.
    IPluginRegistry& getPluginRegistry() noexcept { return mImpl->getPluginRegistry(); }

    //! A runtime from another shared library, for engines of another version; the caller deletes it. Null on failure.
    IRuntime* loadRuntime(char const* path) noexcept { return mImpl->loadRuntime(path); }

    //! Whether engines may bring code that runs on the host, such as plugin libraries; false by default.
    //! Allow it only for engines from a source that you trust.
    void setEngineHostCodeAllowed(bool allowed) noexcept { return mImpl->setEngineHostCodeAllowed(allowed); }

    //! What setEngineHostCodeAllowed() set.
    bool getEngineHostCodeAllowed() const noexcept { return mImpl->getEngineHostCodeAllowed(); }

    //! Ends the object; generation 8's form of delete.
    TRT_DEPRECATED void destroy() noexcept { delete this; }

protected:
    apiv::VRuntime* mImpl{nullptr};
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_RUNTIME_H

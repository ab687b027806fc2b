// SPDX-License-Identifier: Apache-2.0
// The runtime's handle: loading engines from memory and from the user's readers.
#include "api/absent.h"
#include "api/callbacks.h"
#include "api/engine_state.h"
#include "api/fence.h"
#include "api/object.h"
#include "api/plugin_registry.h"
#include "api/process.h"
#include "base/hash.h"
#include "plan/header.h"
#include "plugin/embedded.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace tenon::api {
namespace {

using nvinfer1::ICudaEngine;
using nvinfer1::TempfileControlFlags;

constexpr TempfileControlFlags kAllTempfiles = (1u << nvinfer1::EnumMax<nvinfer1::TempfileControlFlag>()) - 1;

/// Reads an engine and no more: whatever follows it in the stream stays there. `read(to, bytes)` gives the number of
/// bytes read, 0 at the end.
template <class Read>
Buffer readEngine(Read&& read) {
    std::vector<std::byte> bytes;
    auto const readUpTo = [&](size_t end) {
        constexpr size_t kStep = size_t{16} << 20; // so that a header that lies does not cost its size
        while (bytes.size() < end) {
            size_t const begin = bytes.size();
            size_t const wanted = std::min(end - begin, std::max(kStep, begin));
            bytes.resize(begin + wanted);
            int64_t const got = read(bytes.data() + begin, static_cast<int64_t>(wanted));
            if (got < 0 || got > static_cast<int64_t>(wanted))
                throw Error(Message::kStreamReader, "read() did not give what it was asked for")
                    .wanted(fmt::format("0 to {} bytes", wanted))
                    .given(fmt::format("{}", got));
            bytes.resize(begin + static_cast<size_t>(got));
            if (got == 0)
                return;
        }
    };
    readUpTo(sizeof(plan::Header));
    if (auto const size = plan::sizeFromHeader(bytes))
        readUpTo(*size);
    return Buffer::copy(bytes);
}

class Runtime final : public Object<nvinfer1::IRuntime, nvinfer1::apiv::VRuntime> {
public:
    explicit Runtime(std::shared_ptr<Sink> sink) : mSink(std::move(sink)), mRegistry(makePluginRegistry(mSink)) {}

    nvinfer1::IRuntime* getPImpl() noexcept override { return this; }

    // Loading.

    ICudaEngine* deserializeCudaEngine(void const* blob, std::size_t size) noexcept override {
        return load([&] {
            auto const* bytes = static_cast<std::byte const*>(need(blob, "blob"));
            return Buffer::copy({bytes, size});
        });
    }
    ICudaEngine* deserializeCudaEngine(nvinfer1::IStreamReader& reader) noexcept override {
        return load([&] {
            return readEngine([&](void* to, int64_t bytes) {
                return guarded("IStreamReader::read", [&] { return reader.read(to, bytes); });
            });
        });
    }
    ICudaEngine* deserializeCudaEngineV2(nvinfer1::IStreamReaderV2& reader) noexcept override {
        return load([&] {
            return readEngine([&](void* to, int64_t bytes) {
                return guarded("IStreamReaderV2::read", [&] { return reader.read(to, bytes, nullptr); });
            });
        });
    }
    nvinfer1::IRuntime* loadRuntime(char const*) noexcept override {
        TENON_ABSENT(*mSink, "IRuntime::loadRuntime",
                     "engines of another version are built again: there is no lean runtime to be loaded");
        return nullptr;
    }

    // Settings.

    void setDLACore(int32_t core) noexcept override {
        mSink->report("IRuntime::setDLACore",
                      Error(Message::kNoDla, fmt::format("there is no DLA core {}: this library has none", core)));
    }
    int32_t getDLACore() const noexcept override { return -1; }
    int32_t getNbDLACores() const noexcept override { return 0; }
    void setGpuAllocator(nvinfer1::IGpuAllocator* allocator) noexcept override { mAllocator = allocator; }
    void setErrorRecorder(nvinfer1::IErrorRecorder* recorder) noexcept override { mSink->setRecorder(recorder); }
    nvinfer1::IErrorRecorder* getErrorRecorder() const noexcept override { return mSink->recorder(); }
    nvinfer1::ILogger* getLogger() const noexcept override { return mSink->logger(); }
    bool setMaxThreads(int32_t count) noexcept override {
        return fence(*mSink, "IRuntime::setMaxThreads", false, [&] {
            if (count < 1)
                throw Error(Message::kArgument, "the number of threads is too small")
                    .wanted("1 or more")
                    .given(fmt::format("{}", count));
            mMaxThreads = count; // loading takes one
            return true;
        });
    }
    int32_t getMaxThreads() const noexcept override { return mMaxThreads; }
    void setTemporaryDirectory(char const* path) noexcept override {
        fence(*mSink, "IRuntime::setTemporaryDirectory", [&] {
            mHasDirectory = path != nullptr;
            mDirectory = path == nullptr ? "" : path;
        });
    }
    char const* getTemporaryDirectory() const noexcept override { return mHasDirectory ? mDirectory.c_str() : nullptr; }
    void setTempfileControlFlags(TempfileControlFlags flags) noexcept override {
        fence(*mSink, "IRuntime::setTempfileControlFlags", [&] {
            if ((flags & ~kAllTempfiles) != 0)
                throw Error(Message::kArgument, "the flags have bits that mean nothing")
                    .wanted(fmt::format("bits of {:#x}", kAllTempfiles))
                    .given(fmt::format("{:#x}", flags));
            mTempfiles = flags;
        });
    }
    TempfileControlFlags getTempfileControlFlags() const noexcept override { return mTempfiles; }
    nvinfer1::IPluginRegistry& getPluginRegistry() noexcept override { return *mRegistry; }
    void setPluginRegistryParent(nvinfer1::IPluginRegistry* parent) noexcept override {
        // Only the library makes registries.
        mRegistry->registry().setParent(parent == nullptr ? nullptr
                                                          : &static_cast<PluginRegistry*>(parent)->registry());
    }
    void setEngineHostCodeAllowed(bool allowed) noexcept override { mHostCode = allowed; }
    bool getEngineHostCodeAllowed() const noexcept override { return mHostCode; }

private:
    template <class F>
    ICudaEngine* load(F&& bytes) noexcept {
        return fence(*mSink, "IRuntime::deserializeCudaEngine", static_cast<ICudaEngine*>(nullptr), [&] {
            plugin::RegistryScope const scope(mRegistry->registry());
            std::vector<std::string> libraries;
            try {
                return makeEngine(bytes(), {mSink, mAllocator}, [&](plan::Plan const& plan) {
                    for (plan::Library const& library : plan.libraries)
                        libraries.push_back(library.name);
                    if (mHostCode)
                        loadLibraries(plan.libraries);
                });
            } catch (Error& e) {
                if (e.id() == Message::kPluginNotFound && !libraries.empty() && !mHostCode)
                    throw Error(Message::kHostCode, "the engine brings plugin libraries, which are not allowed to run",
                                e.where())
                        .wanted("runtime->setEngineHostCodeAllowed(true), or its plugins registered beforehand")
                        .given(fmt::format("libraries {}; {}", fmt::join(libraries, ", "), e.summary()));
                if (e.id() == Message::kIsOnnx)
                    throw Error(e).tip("or here: nvonnxparser::createParser(*network, logger)->parse(data, size), then "
                                       "builder->buildSerializedNetwork(*network, *config)");
                throw;
            }
        });
    }
    /// Each library once, however many engines bring it.
    void loadLibraries(std::vector<plan::Library> const& libraries) {
        constexpr auto kBit = [](nvinfer1::TempfileControlFlag flag) { return 1u << static_cast<uint32_t>(flag); };
        plugin::TemporaryFiles const files{
            (mTempfiles & kBit(nvinfer1::TempfileControlFlag::kALLOW_IN_MEMORY_FILES)) != 0,
            (mTempfiles & kBit(nvinfer1::TempfileControlFlag::kALLOW_TEMPORARY_FILES)) != 0, mDirectory};
        for (plan::Library const& library : libraries) {
            uint64_t const hash = hash64(library.bytes);
            if (mLoaded.contains(hash))
                continue;
            plugin::loadEmbedded(mRegistry->registry(), library, files, loggerFinder());
            mLoaded.insert(hash);
        }
    }
    template <class F>
    static int64_t guarded(char const* call, F&& read) {
        try {
            return read();
        } catch (...) {
            throw callbackError(call);
        }
    }

    std::shared_ptr<Sink> mSink;
    nvinfer1::IGpuAllocator* mAllocator = nullptr;
    std::unique_ptr<PluginRegistry> mRegistry;
    int32_t mMaxThreads = 1;
    std::string mDirectory;
    bool mHasDirectory = false;
    TempfileControlFlags mTempfiles = kAllTempfiles;
    bool mHostCode = false;
    std::set<uint64_t> mLoaded; ///< hashes of the libraries that engines brought
};

} // namespace

nvinfer1::IRuntime* makeRuntime(std::shared_ptr<Sink> sink) {
    return new Runtime(std::move(sink));
}

} // namespace tenon::api

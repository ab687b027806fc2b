// SPDX-License-Identifier: Apache-2.0
// The process's plugin registry. It is empty: plugins cannot be registered yet, and each call that would need one says
// so. What can be asked of an empty registry is answered.
#include "api/absent.h"
#include "api/fence.h"
#include "api/process.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace tenon::api {
namespace {

using namespace nvinfer1;

class Registry final : public IPluginRegistry {
public:
    bool registerCreator(IPluginCreator&, AsciiChar const*) noexcept override { return refuse(); }
    bool registerCreator(IPluginCreatorInterface&, AsciiChar const*) noexcept override { return refuse(); }
    bool deregisterCreator(IPluginCreator const&) noexcept override { return false; }
    bool deregisterCreator(IPluginCreatorInterface const&) noexcept override { return false; }

    IPluginCreator* const* getPluginCreatorList(int32_t* count) const noexcept override { return none(count, kNone2); }
    IPluginCreatorInterface* const* getAllCreators(int32_t* count) const noexcept override {
        return none(count, kNone3);
    }
    IPluginCreatorInterface* const* getAllCreatorsRecursive(int32_t* count) noexcept override {
        return none(count, kNone3);
    }
    IPluginCreator* getPluginCreator(AsciiChar const*, AsciiChar const*, AsciiChar const*) noexcept override {
        return nullptr;
    }
    IPluginCreatorInterface* getCreator(AsciiChar const*, AsciiChar const*, AsciiChar const*) noexcept override {
        return nullptr;
    }

    void setErrorRecorder(IErrorRecorder* recorder) noexcept override { mSink.setRecorder(recorder); }
    IErrorRecorder* getErrorRecorder() const noexcept override { return mSink.recorder(); }
    bool isParentSearchEnabled() const override { return mParentSearch; }
    void setParentSearchEnabled(bool enabled) override { mParentSearch = enabled; }

    PluginLibraryHandle loadLibrary(AsciiChar const* path) noexcept override {
        return fence(mSink, "IPluginRegistry::loadLibrary", PluginLibraryHandle{}, [&] { return load(path); });
    }
    void deregisterLibrary(PluginLibraryHandle handle) noexcept override {
        if (handle != nullptr)
            ::dlclose(handle);
    }

    IPluginResource* acquirePluginResource(AsciiChar const*, IPluginResource*) noexcept override {
        TENON_ABSENT(mSink, "IPluginRegistry::acquirePluginResource", "plugins cannot run yet");
        return nullptr;
    }
    int32_t releasePluginResource(AsciiChar const*) noexcept override { return -1; }

private:
    bool refuse() noexcept {
        TENON_ABSENT(mSink, "IPluginRegistry::registerCreator", "plugins cannot run yet");
        return false;
    }

    template <class T>
    static T* const* none(int32_t* count, T* const (&list)[1]) noexcept {
        if (count != nullptr)
            *count = 0;
        return list;
    }

    PluginLibraryHandle load(AsciiChar const* path) {
        std::string const name = needName(path, "the path of a plugin library");
        void* const handle = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (handle == nullptr) {
            char const* const why = ::dlerror();
            throw Error(Message::kFileOpen, fmt::format("the plugin library '{}' cannot be loaded: {}", name,
                                                        why != nullptr ? why : "no reason given"));
        }
        if (auto* give = reinterpret_cast<void (*)(ILoggerFinder*)>(::dlsym(handle, "setLoggerFinder")))
            give(&loggerFinder());
        if (::dlsym(handle, "getCreators") != nullptr || ::dlsym(handle, "getPluginCreators") != nullptr) {
            ::dlclose(handle);
            TENON_ABSENT(mSink, "IPluginRegistry::loadLibrary", "plugins cannot run yet");
            return nullptr;
        }
        return handle;
    }

    static constexpr IPluginCreator* kNone2[1] = {nullptr};
    static constexpr IPluginCreatorInterface* kNone3[1] = {nullptr};
    Sink mSink{nullptr, Level::k10};
    bool mParentSearch = true;
};

} // namespace

IPluginRegistry& pluginRegistry() noexcept {
    static auto* const made = new Registry; // plugins of static lifetime deregister from it at exit
    return *made;
}

} // namespace tenon::api

// SPDX-License-Identifier: Apache-2.0
// The plugin registries of the interface: the process's, and one for each builder and runtime that asks it.
#include "api/plugin_registry.h"

#include "api/fence.h"
#include "api/process.h"
#include "plugin/resources.h"

#include <deque>

namespace tenon::api {

using namespace nvinfer1;

namespace {

std::string spaceOf(AsciiChar const* space) {
    return space == nullptr ? "" : space;
}

/// An array for a caller to keep: those of earlier calls stay, since nobody says when they are done with.
template <class T>
class Lists {
public:
    T* const* give(std::vector<T*> now, int32_t* count) {
        std::lock_guard const lock(mMutex);
        if (count != nullptr)
            *count = static_cast<int32_t>(now.size());
        now.push_back(nullptr);
        if (mGiven.empty() || mGiven.back() != now)
            mGiven.push_back(std::move(now));
        return mGiven.back().data();
    }

private:
    std::mutex mMutex;
    std::deque<std::vector<T*>> mGiven;
};

class RegistryHandle final : public PluginRegistry {
public:
    explicit RegistryHandle(std::shared_ptr<Sink> sink) // the process's
        : mSink(std::move(sink)), mRegistry(plugin::processRegistry()) {}
    RegistryHandle(std::shared_ptr<Sink> sink, plugin::Registry& parent)
        : mSink(std::move(sink)), mOwn(std::make_unique<plugin::Registry>(&parent)), mRegistry(*mOwn) {}
    plugin::Registry& registry() noexcept override { return mRegistry; }

    bool registerCreator(IPluginCreator& creator, AsciiChar const* space) noexcept override {
        return add(creator, space);
    }
    bool registerCreator(IPluginCreatorInterface& creator, AsciiChar const* space) noexcept override {
        return add(creator, space);
    }
    bool deregisterCreator(IPluginCreator const& creator) noexcept override { return mRegistry.remove(creator); }
    bool deregisterCreator(IPluginCreatorInterface const& creator) noexcept override {
        return mRegistry.remove(creator);
    }

    IPluginCreator* const* getPluginCreatorList(int32_t* count) const noexcept override {
        return fence(*mSink, "IPluginRegistry::getPluginCreatorList", kNone<IPluginCreator>, [&] {
            std::vector<IPluginCreator*> out;
            for (plugin::Creator const& c : mRegistry.creators(false))
                if (c.kind == plugin::CreatorKind::kV2)
                    out.push_back(&c.v2());
            return mOlder.give(std::move(out), count);
        });
    }
    IPluginCreatorInterface* const* getAllCreators(int32_t* count) const noexcept override {
        return all("IPluginRegistry::getAllCreators", count, false);
    }
    IPluginCreatorInterface* const* getAllCreatorsRecursive(int32_t* count) noexcept override {
        return all("IPluginRegistry::getAllCreatorsRecursive", count, true);
    }

    IPluginCreator* getPluginCreator(AsciiChar const* name, AsciiChar const* version,
                                     AsciiChar const* space) noexcept override {
        constexpr char const* kCall = "IPluginRegistry::getPluginCreator";
        return fence(*mSink, kCall, static_cast<IPluginCreator*>(nullptr), [&]() -> IPluginCreator* {
            plugin::Creator const found = find(name, version, space);
            if (found.kind == plugin::CreatorKind::kV2)
                return &found.v2();
            throw Error(Message::kPluginInterface, found.key.text() + " is a plugin of version 3",
                        {"", "", "", found.key.path()})
                .tip("ask for it with getCreator()");
        });
    }
    IPluginCreatorInterface* getCreator(AsciiChar const* name, AsciiChar const* version,
                                        AsciiChar const* space) noexcept override {
        return fence(*mSink, "IPluginRegistry::getCreator", static_cast<IPluginCreatorInterface*>(nullptr),
                     [&] { return find(name, version, space).object; });
    }

    void setErrorRecorder(IErrorRecorder* recorder) noexcept override { mSink->setRecorder(recorder); }
    IErrorRecorder* getErrorRecorder() const noexcept override { return mSink->recorder(); }
    bool isParentSearchEnabled() const override { return mRegistry.asksParent(); }
    void setParentSearchEnabled(bool enabled) override { mRegistry.setAsksParent(enabled); }

    PluginLibraryHandle loadLibrary(AsciiChar const* path) noexcept override {
        return fence(*mSink, "IPluginRegistry::loadLibrary", PluginLibraryHandle{}, [&]() -> PluginLibraryHandle {
            return mRegistry.load(needName(path, "the path of a plugin library"), loggerFinder());
        });
    }
    void deregisterLibrary(PluginLibraryHandle handle) noexcept override {
        fence(*mSink, "IPluginRegistry::deregisterLibrary", [&] {
            if (!mRegistry.unload(static_cast<plugin::Library*>(handle)))
                throw Error(Message::kArgument, "the handle is none that loadLibrary() of this registry gave");
        });
    }

    IPluginResource* acquirePluginResource(AsciiChar const* key, IPluginResource* resource) noexcept override {
        return fence(*mSink, "IPluginRegistry::acquirePluginResource", static_cast<IPluginResource*>(nullptr),
                     [&] { return mResources.acquire(needName(key, "the key of a resource"), resource); });
    }
    int32_t releasePluginResource(AsciiChar const* key) noexcept override {
        return fence(*mSink, "IPluginRegistry::releasePluginResource", int32_t{-1}, [&] {
            mResources.release(needName(key, "the key of a resource"));
            return int32_t{0};
        });
    }

private:
    template <class T>
    static constexpr T* const* kNone = nullptr;

    bool add(IPluginCreatorInterface& creator, AsciiChar const* space) noexcept {
        return fence(*mSink, "IPluginRegistry::registerCreator", false,
                     [&] { return mRegistry.add(creator, spaceOf(space)); });
    }
    plugin::Creator find(AsciiChar const* name, AsciiChar const* version, AsciiChar const* space) const {
        plugin::Key const key{needName(name, "the name of a plugin"), needName(version, "the version of a plugin"),
                              spaceOf(space)};
        if (auto found = mRegistry.find(key))
            return *found;
        throw mRegistry.notFound(key);
    }
    IPluginCreatorInterface* const* all(char const* call, int32_t* count, bool withParents) const noexcept {
        return fence(*mSink, call, kNone<IPluginCreatorInterface>, [&] {
            std::vector<IPluginCreatorInterface*> out;
            for (plugin::Creator const& c : mRegistry.creators(withParents))
                out.push_back(c.object);
            return mNewer.give(std::move(out), count);
        });
    }

    std::shared_ptr<Sink> mSink;
    std::unique_ptr<plugin::Registry> mOwn;
    plugin::Registry& mRegistry;
    plugin::Resources mResources;
    mutable Lists<IPluginCreator> mOlder;
    mutable Lists<IPluginCreatorInterface> mNewer;
};

} // namespace

PluginRegistry& pluginRegistry() noexcept {
    // Creators of static lifetime deregister from it at exit, so it has no end.
    static auto* const made = new RegistryHandle(std::make_shared<Sink>(nullptr, Level::k10));
    return *made;
}

std::unique_ptr<PluginRegistry> makePluginRegistry(std::shared_ptr<Sink> sink) {
    return std::make_unique<RegistryHandle>(std::move(sink), plugin::processRegistry());
}

} // namespace tenon::api

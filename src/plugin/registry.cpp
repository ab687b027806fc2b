// SPDX-License-Identifier: Apache-2.0
#include "plugin/registry.h"

#include "base/log.h"
#include "plugin/call.h"
#include "plugin/creator_filter.h"

#include <algorithm>
#include <atomic>
#include <string_view>

namespace tenon::plugin {
namespace {

using nvinfer1::InterfaceInfo;
using nvinfer1::IPluginCreator;
using nvinfer1::IPluginCreatorInterface;

struct KnownKind {
    std::string_view name;
    int32_t major; ///< the newest that is known
    CreatorKind kind;
};
constexpr KnownKind kKinds[] = {{"PLUGIN CREATOR_V1", 1, CreatorKind::kV2},
                                {"PLUGIN CREATOR_V3ONE", 1, CreatorKind::kV3}};

/// What a creator is called in messages before it told its names.
Key unnamed(IPluginCreatorInterface const& creator) {
    return {"a creator of " + pathOf(imageOf(&creator)), "?", ""};
}

std::atomic<CreatorFilter> gFilter{nullptr};

/// A getter of a creator.
template <class F>
auto asked(Key const& key, char const* method, F&& get) {
    CallMark const mark(key, method, gFilter.load() != nullptr);
    return fenced(key, method, std::forward<F>(get));
}

CreatorKind kindOf(IPluginCreatorInterface const& creator) {
    InterfaceInfo const info = asked(unnamed(creator), "getInterfaceInfo", [&] { return creator.getInterfaceInfo(); });
    std::string_view const name = info.kind != nullptr ? info.kind : "";
    auto const* const known =
        std::find_if(std::begin(kKinds), std::end(kKinds), [&](KnownKind const& k) { return k.name == name; });
    if (known == std::end(kKinds) || info.major > known->major)
        throw Error(Message::kPluginInterface, "a creator implements an interface that is not known")
            .wanted("PLUGIN CREATOR_V1 up to version 1, or PLUGIN CREATOR_V3ONE up to version 1")
            .given(fmt::format("{} version {}.{}, from {}", name.empty() ? "no kind" : name, info.major, info.minor,
                               pathOf(imageOf(&creator))));
    return known->kind;
}

std::string needText(char const* text, char const* method) {
    if (text == nullptr || *text == 0)
        throw Error(Message::kNullArgument, fmt::format("{}() of a plugin creator gives no text", method));
    return text;
}

template <class C>
Key keyOf(C const& creator, std::string const& space) {
    Key const unknown = unnamed(creator);
    auto told = [&](char const* method, auto&& get) { return asked(unknown, method, get); };
    char const* const own = told("getPluginNamespace", [&] { return creator.getPluginNamespace(); });
    char const* const name = told("getPluginName", [&] { return creator.getPluginName(); });
    char const* const version = told("getPluginVersion", [&] { return creator.getPluginVersion(); });
    return {needText(name, "getPluginName"), needText(version, "getPluginVersion"),
            !space.empty() || own == nullptr ? space : own};
}

thread_local int gLoading = 0; ///< calls of load() on this thread

struct LoadingScope {
    LoadingScope() noexcept { ++gLoading; }
    ~LoadingScope() { --gLoading; }
    LoadingScope(LoadingScope const&) = delete;
    LoadingScope& operator=(LoadingScope const&) = delete;
};

/// Runs a function that a library exports; what it throws names the library.
template <class F>
auto callExport(Library const& library, char const* name, F&& body) {
    try {
        return body();
    } catch (...) {
        throw Error(Message::kPluginLibrary,
                    fmt::format("{}() of the plugin library '{}' failed", name, library.path()))
            .given(thrownText());
    }
}

} // namespace

void filterCreators(CreatorFilter filter) noexcept {
    gFilter = filter;
}

Registry::~Registry() {
    Registry& process = processRegistry();
    std::lock_guard const lock(process.mMutex);
    for (Loaded const& l : mLibraries) // creators that registered themselves stay as long as their code does
        process.leave(l.library->image());
}

bool Registry::add(IPluginCreatorInterface& creator, std::string const& space, std::shared_ptr<Library> library) {
    if (CreatorFilter const filter = gFilter; filter != nullptr && !filter()) {
        std::lock_guard const lock(mMutex);
        mDoubles.insert(imageOf(&creator)); // its library has creators all the same
        return false;
    }
    Creator made{&creator, kindOf(creator), {}, std::move(library), imageOf(&creator)};
    made.key = made.kind == CreatorKind::kV2 ? keyOf(made.v2(), space) : keyOf(made.v3(), space);
    for (;;) {
        std::optional<Creator> other; // the loader is asked about it without a lock: it holds its own while it adds
        {
            std::lock_guard const lock(mMutex);
            for (Creator const& c : mCreators) {
                if (c.object == &creator)
                    return false;
                if (c.key == made.key)
                    other = c;
            }
            if (!other) {
                mCreators.push_back(std::move(made));
                return true;
            }
            if (made.library == nullptr && made.image != other->image)
                mDoubles.insert(made.image);
        }
        if (isLoaded(other->image)) {
            Error error(Message::kPluginTaken, "a creator is registered already for " + made.key.text());
            error.wanted("the one from " + pathOf(other->image)).given("another one from " + pathOf(made.image));
            if (gLoading == 0)
                throw error;
            log(Severity::kWarning, error.tip("nothing where both are the same; the first one stays").what());
            return false;
        }
        remove(*other->object); // its code went away, and it did not say so
    }
}

bool Registry::remove(IPluginCreatorInterface const& creator) noexcept {
    std::lock_guard const lock(mMutex);
    return std::erase_if(mCreators, [&](Creator const& c) { return c.object == &creator; }) != 0;
}

std::optional<Creator> Registry::find(Key const& key) const {
    std::optional<Creator> found;
    {
        std::lock_guard const lock(mMutex);
        for (Creator const& c : mCreators)
            if (c.key == key)
                found = c;
    }
    if (found && found->library == nullptr)
        found->library = Library::holding(found->image); // without a lock: the loader holds its own while it adds
    if (found && isLoaded(found->image))
        return found;
    Registry const* const next = parent();
    return next != nullptr ? next->find(key) : std::nullopt;
}

std::vector<Creator> Registry::creators(bool withParents) const {
    std::vector<Creator> out;
    {
        std::lock_guard const lock(mMutex);
        out = mCreators;
    }
    if (Registry const* const next = withParents ? parent() : nullptr)
        for (Creator& c : next->creators(true))
            out.push_back(std::move(c));
    return out;
}

void Registry::setParent(Registry* parent) noexcept {
    std::lock_guard const lock(mMutex);
    mParent = parent;
}

void Registry::setAsksParent(bool asks) noexcept {
    std::lock_guard const lock(mMutex);
    mAsksParent = asks;
}

bool Registry::asksParent() const noexcept {
    std::lock_guard const lock(mMutex);
    return mAsksParent;
}

Registry* Registry::parent() const noexcept {
    std::lock_guard const lock(mMutex);
    return mAsksParent ? mParent : nullptr;
}

bool Registry::knowsImage(void const* image) const {
    std::lock_guard const lock(mMutex);
    return mDoubles.contains(image) ||
           std::any_of(mCreators.begin(), mCreators.end(), [&](Creator const& c) { return c.image == image; });
}

Library* Registry::load(std::string const& path, nvinfer1::ILoggerFinder& finder) {
    LoadingScope const loading;
    std::shared_ptr<Library> library = Library::open(path);
    {
        std::lock_guard const lock(mMutex);
        for (Loaded& l : mLibraries)
            if (l.library->image() == library->image()) {
                ++l.count;
                return l.library.get();
            }
    }
    if (auto* give = reinterpret_cast<void (*)(nvinfer1::ILoggerFinder*)>(library->symbol("setLoggerFinder")))
        callExport(*library, "setLoggerFinder", [&] { give(&finder); });
    processRegistry().bringBack(library->image());
    try {
        addExports(library);
    } catch (...) {
        takeOut(library);
        throw;
    }
    std::lock_guard const lock(mMutex);
    mLibraries.push_back({library, 1});
    return library.get();
}

void Registry::addExports(std::shared_ptr<Library> const& library) {
    auto addAll = [&](auto* const* list, int32_t count) {
        for (int32_t i = 0; list != nullptr && i < count; ++i)
            if (list[i] != nullptr)
                try {
                    add(*list[i], "", library);
                } catch (Error const& e) { // the rest of the library may be used all the same
                    log(Severity::kWarning, e.what());
                }
    };
    int32_t count = 0;
    auto* const newer = reinterpret_cast<IPluginCreatorInterface* const* (*)(int32_t&)>(library->symbol("getCreators"));
    auto* const older = reinterpret_cast<IPluginCreator* const* (*)(int32_t&)>(library->symbol("getPluginCreators"));
    if (newer != nullptr) {
        auto* const list = callExport(*library, "getCreators", [&] { return newer(count); });
        addAll(list, count);
    }
    if (older != nullptr) {
        count = 0;
        auto* const list = callExport(*library, "getPluginCreators", [&] { return older(count); });
        addAll(list, count);
    }
    if (newer != nullptr || older != nullptr || processRegistry().knowsImage(library->image()))
        return;
    Error error(Message::kPluginLibrary, fmt::format("'{}' is not a plugin library", library->path()));
    error.wanted("an exported getCreators or getPluginCreators, or creators that register themselves");
    bool const mangled =
        library->symbol("_Z11getCreatorsRi") != nullptr || library->symbol("_Z17getPluginCreatorsRi") != nullptr;
    error.given(mangled ? "such a function under its C++ name" : "none of them");
    error.tip(mangled ? "declare it extern \"C\"" : "use REGISTER_TENSORRT_PLUGIN(Creator) in the library");
    throw error;
}

bool Registry::unload(Library* library) {
    std::shared_ptr<Library> last;
    {
        std::lock_guard const lock(mMutex);
        auto const it = std::find_if(mLibraries.begin(), mLibraries.end(),
                                     [&](Loaded const& l) { return l.library.get() == library; });
        if (it == mLibraries.end())
            return false;
        if (--it->count > 0)
            return true;
        last = std::move(it->library);
        mLibraries.erase(it);
    }
    takeOut(last);
    return true;
}

void Registry::takeOut(std::shared_ptr<Library> const& library) {
    std::vector<Creator> gone; // released after the lock
    {
        std::lock_guard const lock(mMutex);
        std::erase_if(mCreators, [&](Creator& c) {
            bool const its = c.library == library;
            if (its)
                gone.push_back(std::move(c));
            return its;
        });
    }
    processRegistry().setAside(library->image());
}

bool Registry::leave(void const* image) {
    auto const it = mLoadings.find(image);
    if (it != mLoadings.end() && --it->second > 0)
        return false;
    mLoadings.erase(image);
    return true;
}

void Registry::setAside(void const* image) {
    std::lock_guard const lock(mMutex);
    if (!leave(image))
        return;
    std::erase_if(mCreators, [&](Creator& c) {
        bool const its = c.image == image && c.library == nullptr;
        if (its)
            mAside.push_back(std::move(c));
        return its;
    });
}

void Registry::bringBack(void const* image) {
    std::lock_guard const lock(mMutex);
    ++mLoadings[image];
    auto has = [&](auto&& same) { return std::any_of(mCreators.begin(), mCreators.end(), same); };
    if (!has([&](Creator const& c) { return c.image == image; })) // else its initializers ran again
        for (Creator& c : mAside)
            if (c.image == image) {
                if (has([&](Creator const& other) { return other.key == c.key; }))
                    mDoubles.insert(image);
                else
                    mCreators.push_back(c);
            }
    std::erase_if(mAside, [&](Creator const& c) { return c.image == image; });
}

void Registry::forget(void const* image) noexcept {
    std::lock_guard const lock(mMutex);
    auto its = [&](Creator const& c) { return c.image == image && c.library == nullptr; };
    std::erase_if(mAside, its);
    std::erase_if(mCreators, its);
    mDoubles.erase(image);
    mLoadings.erase(image);
}

Registry& processRegistry() noexcept {
    static auto* const made = new Registry;
    return *made;
}

namespace {
thread_local Registry const* gCurrent = nullptr;
}

RegistryScope::RegistryScope(Registry const& registry) noexcept : mBefore(gCurrent) {
    gCurrent = &registry;
}

RegistryScope::~RegistryScope() {
    gCurrent = mBefore;
}

Registry const& RegistryScope::current() noexcept {
    return gCurrent != nullptr ? *gCurrent : processRegistry();
}

} // namespace tenon::plugin

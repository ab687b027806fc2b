// SPDX-License-Identifier: Apache-2.0
#include "plugin/registry.h"

#include "base/log.h"

#include <algorithm>
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

CreatorKind kindOf(IPluginCreatorInterface const& creator) {
    InterfaceInfo const info = creator.getInterfaceInfo();
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
    char const* const own = creator.getPluginNamespace();
    return {needText(creator.getPluginName(), "getPluginName"),
            needText(creator.getPluginVersion(), "getPluginVersion"), !space.empty() || own == nullptr ? space : own};
}

} // namespace

bool Registry::add(IPluginCreatorInterface& creator, std::string const& space, std::shared_ptr<Library> library) {
    Creator made{&creator, kindOf(creator), {}, std::move(library), imageOf(&creator)};
    made.key = made.kind == CreatorKind::kV2 ? keyOf(made.v2(), space) : keyOf(made.v3(), space);
    std::lock_guard const lock(mMutex);
    for (Creator const& c : mCreators) {
        if (c.object == &creator)
            return false;
        if (c.key == made.key)
            throw Error(Message::kPluginTaken, "a creator is registered already for " + made.key.text())
                .wanted("the one from " + pathOf(c.image))
                .given("another one from " + pathOf(made.image));
    }
    mCreators.push_back(std::move(made));
    return true;
}

bool Registry::remove(IPluginCreatorInterface const& creator) noexcept {
    std::lock_guard const lock(mMutex);
    return std::erase_if(mCreators, [&](Creator const& c) { return c.object == &creator; }) != 0;
}

std::optional<Creator> Registry::find(Key const& key) const {
    {
        std::lock_guard const lock(mMutex);
        for (Creator const& c : mCreators)
            if (c.key == key)
                return c;
    }
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

bool Registry::holdsImage(void const* image) const {
    std::lock_guard const lock(mMutex);
    return std::any_of(mCreators.begin(), mCreators.end(), [&](Creator const& c) { return c.image == image; });
}

Library* Registry::load(std::string const& path, nvinfer1::ILoggerFinder& finder) {
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
        give(&finder);
    processRegistry().bringBack(library->image());
    addExports(library);
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
        auto* const list = newer(count);
        addAll(list, count);
    }
    if (older != nullptr) {
        count = 0;
        auto* const list = older(count);
        addAll(list, count);
    }
    if (newer != nullptr || older != nullptr || processRegistry().holdsImage(library->image()))
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
    std::vector<Creator> gone; // released after the lock
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
        std::erase_if(mCreators, [&](Creator& c) {
            bool const its = c.library == last;
            if (its)
                gone.push_back(std::move(c));
            return its;
        });
    }
    processRegistry().setAside(last->image());
    return true;
}

void Registry::setAside(void const* image) {
    std::lock_guard const lock(mMutex);
    std::erase_if(mCreators, [&](Creator& c) {
        bool const its = c.image == image && c.library == nullptr;
        if (its)
            mAside.push_back(std::move(c));
        return its;
    });
}

void Registry::bringBack(void const* image) {
    std::lock_guard const lock(mMutex);
    auto has = [&](auto&& same) { return std::any_of(mCreators.begin(), mCreators.end(), same); };
    if (!has([&](Creator const& c) { return c.image == image; })) // else its initializers ran again
        for (Creator& c : mAside)
            if (c.image == image && !has([&](Creator const& other) { return other.key == c.key; }))
                mCreators.push_back(c);
    std::erase_if(mAside, [&](Creator const& c) { return c.image == image; });
}

void Registry::forget(void const* image) noexcept {
    std::lock_guard const lock(mMutex);
    std::erase_if(mAside, [&](Creator const& c) { return c.image == image; });
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

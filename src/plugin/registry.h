// SPDX-License-Identifier: Apache-2.0
// The creators of plugins that are known: the process's registry, and those of builders and runtimes, which ask their
// parent for what they lack.
#pragma once

#include "NvInferRuntime.h"
#include "plugin/key.h"
#include "plugin/library.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // they are about what the headers call deprecated

namespace tenon::plugin {

enum class CreatorKind : uint8_t { kV2, kV3 };

struct Creator {
    nvinfer1::IPluginCreatorInterface* object = nullptr;
    CreatorKind kind = CreatorKind::kV2;
    Key key;
    /// That it came with by load(); null for one that registered itself. In what find() gives it is the one that its
    /// code lies in, whoever loaded that: the code stays as long as this.
    std::shared_ptr<Library> library;
    void const* image = nullptr; ///< the library or program that its code is in

    nvinfer1::IPluginCreator& v2() const noexcept { return static_cast<nvinfer1::IPluginCreator&>(*object); }
    nvinfer1::IPluginCreatorV3One& v3() const noexcept { return static_cast<nvinfer1::IPluginCreatorV3One&>(*object); }
};

/// Safe under concurrent calls. No lock is held while a user's code runs, but for the getters of a creator's names.
class Registry {
public:
    explicit Registry(Registry* parent = nullptr) noexcept : mParent(parent) {}
    ~Registry();
    Registry(Registry const&) = delete;
    Registry& operator=(Registry const&) = delete;

    /// `space` is the namespace to register it in; where it is empty, the one that the creator tells. Returns false
    /// when the object is there already, or while its library is loaded by load() and the key is taken: the first one
    /// stays, and a warning tells. Throws Error kPluginInterface for a kind or version that is not known,
    /// kPluginTaken when another creator has the key, kNullArgument when it has no name or version.
    bool add(nvinfer1::IPluginCreatorInterface& creator, std::string const& space,
             std::shared_ptr<Library> library = nullptr);
    bool remove(nvinfer1::IPluginCreatorInterface const& creator) noexcept; ///< false: it is not there

    /// In itself, then in its parent where it asks that one.
    std::optional<Creator> find(Key const& key) const;
    std::vector<Creator> creators(bool withParents) const;
    /// What to say when there is none: the nearest ones and in what they differ, and the libraries that are loaded.
    Error notFound(Key const& key) const;

    /// Loads a library and registers what it exports (getCreators, getPluginCreators); what it registers by itself
    /// goes to the process's registry. `finder` is given to its setLoggerFinder. Each load() needs one unload().
    /// Throws Error kPluginLibrary.
    Library* load(std::string const& path, nvinfer1::ILoggerFinder& finder);
    /// Takes its creators out; the code stays until the last plugin of the library is gone. False: it is not
    /// loaded.
    bool unload(Library* library);

    /// The code of `image` is gone: so are the creators in it that registered themselves.
    void forget(void const* image) noexcept;

    void setParent(Registry* parent) noexcept;
    void setAsksParent(bool asks) noexcept;
    bool asksParent() const noexcept;

private:
    struct Loaded {
        std::shared_ptr<Library> library;
        int64_t count;
    };
    Registry* parent() const noexcept;
    void addExports(std::shared_ptr<Library> const& library);
    void takeOut(std::shared_ptr<Library> const& library);
    // Of the process's registry, for libraries of all registries whose creators register themselves.
    bool knowsImage(void const* image) const;
    bool leave(void const* image); ///< under the lock; false: another registry has loaded it, too
    void setAside(void const* image);
    void bringBack(void const* image);

    mutable std::mutex mMutex;
    Registry* mParent;
    bool mAsksParent = true;
    std::vector<Creator> mCreators; ///< in the order of registration
    std::vector<Loaded> mLibraries;
    /// Creators that registered themselves, of libraries that were unloaded and whose code is still there: a plugin is
    /// alive, or the loader keeps it. Their initializers do not run again when the library is loaded again.
    std::vector<Creator> mAside;
    std::set<void const*> mDoubles;           ///< libraries of which a creator was refused, since its key was taken
    std::map<void const*, int64_t> mLoadings; ///< by how many registries a library is loaded
};

/// The one that REGISTER_TENSORRT_PLUGIN reaches, and every other one asks. It has no end: creators of static
/// lifetime deregister from it at exit.
Registry& processRegistry() noexcept;

/// The registry that plugins of an engine are looked for in while this stands, on this thread; else the process's.
class RegistryScope {
public:
    explicit RegistryScope(Registry const& registry) noexcept;
    ~RegistryScope();
    RegistryScope(RegistryScope const&) = delete;
    RegistryScope& operator=(RegistryScope const&) = delete;
    static Registry const& current() noexcept;

private:
    Registry const* mBefore;
};

} // namespace tenon::plugin

#pragma GCC diagnostic pop

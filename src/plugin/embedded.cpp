// SPDX-License-Identifier: Apache-2.0
#include "plugin/embedded.h"

#include "base/buffer.h"
#include "base/hash.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <map>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

namespace tenon::plugin {
namespace {

/// Closed at the end.
class Descriptor {
public:
    explicit Descriptor(int fd = -1) noexcept : mFd(fd) {}
    ~Descriptor() {
        if (mFd >= 0)
            ::close(mFd);
    }
    Descriptor(Descriptor&& other) noexcept : mFd(std::exchange(other.mFd, -1)) {}
    Descriptor& operator=(Descriptor&&) = delete;
    int get() const noexcept { return mFd; }

private:
    int mFd;
};

bool writeAll(int fd, std::span<std::byte const> bytes) noexcept {
    while (!bytes.empty()) {
        ssize_t const n = ::write(fd, bytes.data(), bytes.size());
        if (n <= 0)
            return false;
        bytes = bytes.subspan(static_cast<size_t>(n));
    }
    return true;
}

/// A name of the file that no library in the process was loaded by: the loader would take that one again, even after
/// its file is gone.
std::string unusedName(int fd, std::vector<Descriptor>& held) {
    for (;;) {
        std::string const name = fmt::format("/proc/self/fd/{}", fd);
        void* const taken = ::dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD);
        if (taken == nullptr)
            return name;
        ::dlclose(taken);
        fd = ::dup(fd);
        if (fd < 0)
            return {};
        held.emplace_back(fd);
    }
}

/// Names under which libraries of a hash were loaded: the same library in another engine, or for another runtime, is
/// not loaded twice.
class Names {
public:
    /// A name of one that is still loaded, else "".
    std::string find(uint64_t hash) {
        std::lock_guard const lock(mMutex);
        auto const it = mByHash.find(hash);
        void* const loaded = it == mByHash.end() ? nullptr : ::dlopen(it->second.c_str(), RTLD_LAZY | RTLD_NOLOAD);
        if (loaded == nullptr)
            return {};
        ::dlclose(loaded);
        return it->second;
    }
    void note(uint64_t hash, std::string name) {
        std::lock_guard const lock(mMutex);
        std::erase_if(mByHash, [&](auto const& entry) { return entry.second == name; });
        mByHash[hash] = std::move(name);
    }

private:
    std::mutex mMutex;
    std::map<uint64_t, std::string> mByHash;
};

Names& names() {
    static auto* const made = new Names; // libraries may be loaded at exit
    return *made;
}

Library* loadInMemory(Registry& registry, plan::Library const& library, nvinfer1::ILoggerFinder& finder) {
    Descriptor const file(::memfd_create(library.name.c_str(), MFD_CLOEXEC));
    if (file.get() < 0 || !writeAll(file.get(), library.bytes))
        return nullptr;
    std::vector<Descriptor> held;
    std::string const name = unusedName(file.get(), held);
    if (name.empty())
        return nullptr;
    Library* const loaded = registry.load(name, finder);
    names().note(hash64(library.bytes), name);
    return loaded;
}

/// Removed at the end.
struct NamedFile {
    explicit NamedFile(std::string folder)
        : path(std::move(folder) + "/tenon-XXXXXX.so"), fd(::mkstemps(path.data(), 3)) {}
    ~NamedFile() {
        if (fd.get() >= 0)
            ::unlink(path.c_str());
    }
    NamedFile(NamedFile const&) = delete;
    NamedFile& operator=(NamedFile const&) = delete;
    std::string path;
    Descriptor fd;
};

std::string folderOf(TemporaryFiles const& files) {
    if (!files.directory.empty())
        return files.directory;
    char const* const given = std::getenv("TMPDIR");
    return given == nullptr || *given == 0 ? "/tmp" : given;
}

} // namespace

plan::Library readLibrary(std::string const& path) {
    try {
        Buffer const file = Buffer::mapFile(path);
        std::filesystem::path const name = std::filesystem::path(path).filename();
        return {name.string(), {file.bytes().begin(), file.bytes().end()}};
    } catch (Error const& e) {
        throw Error(Message::kPluginLibrary, fmt::format("the plugin library '{}' cannot be put into the engine", path))
            .given(e.summary());
    }
}

Library* loadEmbedded(Registry& registry, plan::Library const& library, TemporaryFiles const& files,
                      nvinfer1::ILoggerFinder& finder) {
    if (std::string const name = names().find(hash64(library.bytes)); !name.empty())
        return registry.load(name, finder);
    if (files.inMemory)
        if (Library* const loaded = loadInMemory(registry, library, finder))
            return loaded;
    std::string const folder = folderOf(files);
    std::string refused = files.inMemory ? fmt::format("none in memory: {}", std::strerror(errno))
                                         : "TempfileControlFlags that allow neither";
    if (files.named) {
        NamedFile const file(folder);
        if (file.fd.get() >= 0 && writeAll(file.fd.get(), library.bytes)) {
            Library* const loaded = registry.load(file.path, finder);
            names().note(hash64(library.bytes), file.path);
            return loaded;
        }
        refused = std::strerror(errno);
    }
    throw Error(Message::kHostCode, fmt::format("the library '{}' in the engine cannot be loaded", library.name))
        .wanted("a temporary file in memory, or one in " + folder)
        .given(refused);
}

std::string hashOfLibrary(Registry const& registry, Key const& key) {
    auto const creator = registry.find(key);
    std::string const path = creator ? pathOf(creator->image) : "";
    if (path.find(".so") == std::string::npos)
        return {};
    try {
        return fmt::format("{:016x}", hash64(Buffer::mapFile(path).bytes()));
    } catch (Error const&) { // it was in memory, or its file is gone
        return {};
    }
}

} // namespace tenon::plugin

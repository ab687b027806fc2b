// SPDX-License-Identifier: Apache-2.0
#include "base/buffer.h"

#include "base/error.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tenon {
namespace {

struct File {
    int fd;
    ~File() {
        if (fd >= 0)
            ::close(fd);
    }
};

Error cannot(Message id, char const* verb, std::string const& path) {
    return Error(id, fmt::format("cannot {} '{}': {}", verb, path, std::strerror(errno)));
}

using Pieces = std::span<std::span<std::byte const> const>;

void writeAll(int fd, Pieces pieces, std::string const& path) {
    for (std::span<std::byte const> bytes : pieces)
        while (!bytes.empty()) {
            ssize_t const done = ::write(fd, bytes.data(), bytes.size());
            if (done < 0 && errno == EINTR)
                continue;
            if (done <= 0)
                throw cannot(Message::kFileWrite, "write", path);
            bytes = bytes.subspan(static_cast<size_t>(done));
        }
}

/// Up to the end: only that tells how much a FIFO or a device holds.
Buffer readAll(int fd, std::string const& path) {
    constexpr size_t kStep = 1 << 16;
    std::vector<std::byte> bytes;
    for (size_t size = 0;;) {
        bytes.resize(std::max(size + kStep, size * 2));
        ssize_t const done = ::read(fd, bytes.data() + size, bytes.size() - size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            throw cannot(Message::kFileOpen, "read", path);
        if (done == 0)
            return size == 0 ? Buffer() : Buffer::copy(std::span(bytes).first(size)); // aligned as a mapped file is
        size += static_cast<size_t>(done);
    }
}

/// Standard output or error where they go to this file, which others then write to as well; -1 else.
int standardStream(struct stat const& info) {
    for (int fd : {STDOUT_FILENO, STDERR_FILENO}) {
        struct stat own {};
        if (::fstat(fd, &own) == 0 && own.st_dev == info.st_dev && own.st_ino == info.st_ino)
            return fd;
    }
    return -1;
}

/// Where symbolic links lead to, also one to a file that is not there yet.
std::string throughLinks(std::string const& path) {
    std::filesystem::path at = path;
    constexpr int kMost = 40;
    for (int i = 0; i < kMost; ++i) {
        std::error_code failed;
        std::filesystem::path const to = std::filesystem::read_symlink(at, failed);
        if (failed)
            return at.string();
        at = to.is_absolute() ? to : at.parent_path() / to;
    }
    errno = ELOOP;
    throw cannot(Message::kFileWrite, "write", path);
}

/// A new file beside the one that it will replace. Removed unless it got its place.
class NewFile {
public:
    /// `mode`: less the umask.
    NewFile(std::string const& target, std::string const& path, mode_t mode) : mTarget(target), mPath(path) {
        static std::atomic<unsigned> number{0};
        auto const folder = std::filesystem::path(target).parent_path();
        do {
            mName = (folder / fmt::format(".tenon-{}-{}", ::getpid(), number++)).string();
            mFile.fd = ::open(mName.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        } while (mFile.fd < 0 && errno == EEXIST);
        if (mFile.fd < 0)
            throw cannot(Message::kFileWrite, "write", mPath);
    }
    ~NewFile() {
        if (!mDone)
            ::unlink(mName.c_str());
    }
    NewFile(NewFile const&) = delete;
    NewFile& operator=(NewFile const&) = delete;

    int fd() const noexcept { return mFile.fd; }
    /// Its bytes reach the disk before its name does: a crash in between leaves the old file, not an empty one.
    void take() {
        bool const stored = ::fsync(mFile.fd) == 0 || errno == EINVAL || errno == ENOTSUP;
        if (!stored || ::rename(mName.c_str(), mTarget.c_str()) != 0)
            throw cannot(Message::kFileWrite, "write", mPath);
        mDone = true;
    }

private:
    std::string mTarget, mPath, mName;
    File mFile{-1};
    bool mDone = false;
};

} // namespace

Buffer Buffer::mapFile(std::string const& path) {
    File file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    struct stat info {};
    if (file.fd < 0 || ::fstat(file.fd, &info) != 0)
        throw cannot(Message::kFileOpen, "open", path);
    if (S_ISDIR(info.st_mode))
        throw Error(Message::kFileOpen, fmt::format("cannot open '{}': it is a folder", path));
    auto const size = static_cast<size_t>(info.st_size);
    if (!S_ISREG(info.st_mode) || size == 0) // files of /proc say 0, too
        return readAll(file.fd, path);
    void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.fd, 0);
    if (memory == MAP_FAILED)
        throw cannot(Message::kFileOpen, "map", path);
    Buffer result;
    result.mOwner =
        std::shared_ptr<void const>(memory, [size](void const* m) { ::munmap(const_cast<void*>(m), size); });
    result.mBytes = {static_cast<std::byte const*>(memory), size};
    return result;
}

Buffer Buffer::own(std::vector<std::byte> bytes) {
    auto owner = std::make_shared<std::vector<std::byte> const>(std::move(bytes));
    Buffer result;
    result.mBytes = *owner;
    result.mOwner = owner;
    return result;
}

Buffer Buffer::copy(std::span<std::byte const> bytes) {
    std::byte* to = nullptr;
    Buffer result = allocate(bytes.size(), &to);
    if (!bytes.empty())
        std::memcpy(to, bytes.data(), bytes.size());
    return result;
}

Buffer Buffer::borrow(std::span<std::byte const> bytes) {
    Buffer result;
    result.mBytes = bytes;
    return result;
}

Buffer Buffer::allocate(size_t size, std::byte** writable) {
    size_t const rounded = (size + 63) / 64 * 64;
    void* const memory = rounded < size ? nullptr : std::aligned_alloc(64, rounded == 0 ? 64 : rounded);
    if (memory == nullptr)
        throw Error(Message::kMemory, fmt::format("cannot allocate {} bytes", size));
    Buffer result;
    result.mOwner = std::shared_ptr<void const>(memory, [](void const* m) { std::free(const_cast<void*>(m)); });
    result.mBytes = {static_cast<std::byte const*>(memory), size};
    *writable = static_cast<std::byte*>(memory);
    return result;
}

Buffer Buffer::slice(size_t offset, size_t length) const noexcept {
    Buffer result;
    result.mOwner = mOwner;
    result.mBytes = mBytes.subspan(offset, length);
    return result;
}

void writeFile(std::string const& path, std::span<std::byte const> bytes) {
    writeFile(path, std::span(&bytes, 1));
}

void writeFile(std::string const& path, std::span<std::span<std::byte const> const> pieces) {
    struct stat old {};
    bool const exists = ::stat(path.c_str(), &old) == 0;
    if (int const fd = exists ? standardStream(old) : -1; fd >= 0) {
        std::fflush(stdout);
        return writeAll(fd, pieces, path);
    }
    if (exists && !S_ISREG(old.st_mode)) {
        File file{::open(path.c_str(), O_WRONLY | O_CLOEXEC)};
        if (file.fd < 0)
            throw cannot(Message::kFileWrite, "write", path);
        return writeAll(file.fd, pieces, path);
    }
    NewFile file(throughLinks(path), path, exists ? 0600 : 0666); // the old one may be private
    writeAll(file.fd(), pieces, path);
    if (exists && ::fchmod(file.fd(), old.st_mode & 0777) != 0)
        throw cannot(Message::kFileWrite, "write", path);
    file.take();
}

} // namespace tenon

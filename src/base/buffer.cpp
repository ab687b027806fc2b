// SPDX-License-Identifier: Apache-2.0
#include "base/buffer.h"

#include "base/error.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
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

void writeAll(int fd, std::span<std::byte const> bytes, std::string const& path) {
    while (!bytes.empty()) {
        ssize_t const done = ::write(fd, bytes.data(), bytes.size());
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            throw cannot(Message::kFileWrite, "write", path);
        bytes = bytes.subspan(static_cast<size_t>(done));
    }
}

} // namespace

Buffer Buffer::mapFile(std::string const& path) {
    File file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    struct stat info {};
    if (file.fd < 0 || ::fstat(file.fd, &info) != 0)
        throw cannot(Message::kFileOpen, "open", path);
    if (S_ISDIR(info.st_mode))
        throw Error(Message::kFileOpen, fmt::format("cannot open '{}': it is a folder", path));
    auto const size = static_cast<size_t>(info.st_size);
    if (size == 0)
        return {};
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
    std::string temporary = path + ".XXXXXX";
    File file{::mkstemp(temporary.data())};
    if (file.fd < 0)
        throw cannot(Message::kFileWrite, "write", path);
    try {
        for (auto const& piece : pieces)
            writeAll(file.fd, piece, path);
        ::fchmod(file.fd, 0644);
        if (::rename(temporary.c_str(), path.c_str()) != 0)
            throw cannot(Message::kFileWrite, "write", path);
    } catch (...) {
        ::unlink(temporary.c_str());
        throw;
    }
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Immutable bytes that stages share: a mapped file, heap memory, or memory borrowed from the caller. Copies share the
// bytes. Thread safety: the bytes never change, so any number of threads may read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tenon {

class Buffer {
public:
    Buffer() = default;

    /// Maps a file for reading; a FIFO or a device is read to its end. Throws Error kFileOpen. No bytes: empty.
    static Buffer mapFile(std::string const& path);
    /// Takes the vector over.
    static Buffer own(std::vector<std::byte> bytes);
    /// A copy in 64-byte aligned memory.
    static Buffer copy(std::span<std::byte const> bytes);
    /// Memory that the caller keeps alive for as long as any Buffer refers to it.
    static Buffer borrow(std::span<std::byte const> bytes);
    /// 64-byte aligned heap memory to be filled through the pointer before the buffer is shared. Throws Error kMemory.
    static Buffer allocate(size_t size, std::byte** writable);

    std::byte const* data() const noexcept { return mBytes.data(); }
    size_t size() const noexcept { return mBytes.size(); }
    bool empty() const noexcept { return mBytes.empty(); }
    std::span<std::byte const> bytes() const noexcept { return mBytes; }
    template <class T>
    T const* as() const noexcept {
        return reinterpret_cast<T const*>(mBytes.data());
    }
    /// A part that keeps the whole alive. offset + length must lie inside.
    Buffer slice(size_t offset, size_t length) const noexcept;

private:
    std::span<std::byte const> mBytes;
    std::shared_ptr<void const> mOwner;
};

/// Writes a file, through links, by a new one beside it, fsync and rename: no reader sees half of it. Straight to a
/// device, a FIFO and what standard output goes to. Throws Error kFileWrite; an old file is then untouched.
void writeFile(std::string const& path, std::span<std::byte const> bytes);
/// The same with contents in several pieces, written one after the other.
void writeFile(std::string const& path, std::span<std::span<std::byte const> const> pieces);

} // namespace tenon

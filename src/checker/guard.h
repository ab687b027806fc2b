// SPDX-License-Identifier: Apache-2.0
// Memory for a plugin between two pages that nobody may touch. What lies between them and the buffer is filled with a
// pattern, so a write that misses those pages is found too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tenon::checker {

enum class Place : uint8_t {
    kRoomy, ///< room on both sides, aligned as an engine does: a fault stays without consequences
    kStart, ///< the buffer begins at a page that cannot be touched
    kEnd,   ///< it ends there, so it is aligned only as far as its size allows
};

class Guarded {
public:
    /// `name` stands in messages, "output 0".
    Guarded(std::string const& name, size_t bytes, Place place);
    ~Guarded();
    Guarded(Guarded&& other) noexcept;
    Guarded& operator=(Guarded&&) = delete;

    std::byte* data() noexcept { return mData; }
    std::byte const* data() const noexcept { return mData; }
    size_t size() const noexcept { return mBytes; }
    std::string const& name() const noexcept { return mName; }
    void fill(std::byte value) noexcept;
    /// Bytes that were written before and behind it: the distance of the farthest one.
    size_t written(bool behind) const noexcept;

private:
    std::string mName;
    size_t mBytes, mInner = 0; ///< mInner: what can be touched
    std::byte *mMap = nullptr, *mBegin = nullptr, *mData = nullptr;
    size_t mMapped = 0;
};

} // namespace tenon::checker

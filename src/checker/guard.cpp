// SPDX-License-Identifier: Apache-2.0
#include "checker/guard.h"

#include "base/error.h"
#include "checker/child.h"

#include <cstring>
#include <fmt/format.h>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace tenon::checker {
namespace {

constexpr std::byte kPattern{0xC7};
constexpr size_t kRoom = 1 << 14, kClosed = 1 << 16; ///< bytes of room, and of closed memory at each end

std::mutex gZones; ///< probes of threads make buffers at once

size_t pages(size_t bytes) {
    static auto const page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
    return (bytes + page - 1) / page * page;
}

} // namespace

Guarded::Guarded(std::string const& name, size_t bytes, Place place) : mName(name), mBytes(bytes) {
    size_t const room = place == Place::kRoomy ? kRoom : 0;
    mInner = pages(bytes) + 2 * room;
    if (mInner == 0)
        mInner = place == Place::kRoomy ? 2 * kRoom : pages(1);
    mMapped = mInner + 2 * kClosed;
    void* const map = ::mmap(nullptr, mMapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (map == MAP_FAILED || ::mprotect(static_cast<std::byte*>(map) + kClosed, mInner, PROT_READ | PROT_WRITE) != 0)
        throw Error(Message::kNothingChecked, fmt::format("{} bytes for {} cannot be had", bytes, name));
    mMap = static_cast<std::byte*>(map);
    mBegin = mMap + kClosed;
    std::memset(mBegin, static_cast<int>(kPattern), mInner);
    mData = place == Place::kEnd ? mBegin + mInner - bytes : mBegin + room;
    std::lock_guard const lock(gZones);
    Mark& m = mark();
    if (m.zones < static_cast<int32_t>(std::size(m.zone))) {
        Mark::Zone& z = m.zone[m.zones++];
        z = {reinterpret_cast<uintptr_t>(mMap),
             reinterpret_cast<uintptr_t>(mMap) + mMapped,
             reinterpret_cast<uintptr_t>(mData),
             reinterpret_cast<uintptr_t>(mData) + bytes,
             {}};
        copyText(z.name, name);
    }
}

Guarded::~Guarded() {
    if (mMap == nullptr)
        return;
    std::lock_guard const lock(gZones);
    Mark& m = mark();
    for (int32_t i = m.zones; i-- > 0;)
        if (m.zone[i].begin == reinterpret_cast<uintptr_t>(mMap)) {
            m.zone[i] = m.zone[--m.zones];
            break;
        }
    ::munmap(mMap, mMapped);
}

Guarded::Guarded(Guarded&& o) noexcept
    : mName(std::move(o.mName)), mBytes(o.mBytes), mInner(o.mInner), mMap(std::exchange(o.mMap, nullptr)),
      mBegin(o.mBegin), mData(o.mData), mMapped(o.mMapped) {}

void Guarded::fill(std::byte value) noexcept {
    if (mBytes != 0)
        std::memset(mData, static_cast<int>(value), mBytes);
}

size_t Guarded::written(bool behind) const noexcept {
    if (!behind) {
        for (std::byte const* at = mBegin; at < mData; ++at)
            if (*at != kPattern)
                return static_cast<size_t>(mData - at);
        return 0;
    }
    std::byte const* const end = mData + mBytes;
    for (std::byte const* at = mBegin + mInner; at > end; --at)
        if (at[-1] != kPattern)
            return static_cast<size_t>(at - end);
    return 0;
}

} // namespace tenon::checker

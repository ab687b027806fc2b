// SPDX-License-Identifier: Apache-2.0
#include "checker/heap.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

namespace tenon::checker {
namespace {

constexpr size_t kLargest = 2048, kStep = 16;

struct Area {
    uintptr_t begin, end;
};

std::vector<Area> mappedAreas() {
    std::vector<Area> out;
    FILE* const file = std::fopen("/proc/self/maps", "r");
    if (file == nullptr)
        return out;
    char line[512];
    while (std::fgets(line, sizeof line, file) != nullptr) {
        unsigned long begin = 0, end = 0;
        if (std::sscanf(line, "%lx-%lx", &begin, &end) == 2)
            out.push_back({begin, end});
    }
    std::fclose(file);
    return out;
}

std::byte const* gHeap = nullptr; ///< its first block

// A block of glibc's begins with two words: the length of the block before it, where that one is free and in no cache,
// and its own length with three flags.
constexpr size_t kWord = sizeof(size_t), kAlignment = 2 * kWord;
constexpr size_t kPreviousInUse = 1, kFlags = 7, kNeverInFirstHeap = 6;

size_t wordAt(std::byte const* at) noexcept {
    size_t out = 0;
    std::memcpy(&out, at, sizeof out);
    return out;
}

} // namespace

void learnHeap() noexcept {
    gHeap = nullptr;
#ifdef __GLIBC__
    FILE* const file = std::fopen("/proc/self/maps", "r");
    if (file == nullptr)
        return;
    char line[512];
    unsigned long begin = 0, end = 0;
    while (gHeap == nullptr && std::fgets(line, sizeof line, file) != nullptr)
        if (std::strstr(line, "[heap]") != nullptr && std::sscanf(line, "%lx-%lx", &begin, &end) == 2)
            gHeap = reinterpret_cast<std::byte const*>(begin); // NOLINT(performance-no-int-to-ptr)
    std::fclose(file);
    if (damagedBlock()) // it begins with something else
        gHeap = nullptr;
#endif
}

std::optional<size_t> damagedBlock() noexcept {
    auto const* const end = static_cast<std::byte const*>(::sbrk(0));
    size_t before = 0;
    for (std::byte const* at = gHeap; at != nullptr && at < end; at += before) {
        size_t const head = wordAt(at + kWord), length = head & ~kFlags;
        if (length == kAlignment) // the end of a part: what follows is somebody else's
            return std::nullopt;
        bool const isWhole = length > kAlignment && length % kAlignment == 0 && (head & kNeverInFirstHeap) == 0 &&
                             length <= static_cast<size_t>(end - at) &&
                             ((head & kPreviousInUse) != 0 || wordAt(at) == before);
        if (!isWhole)
            return before - std::min(before, kWord);
        before = length;
    }
    return std::nullopt;
}

[[gnu::noinline]] void poisonStack(std::byte value) {
    std::byte volatile room[1 << 15];
    for (std::byte volatile& b : room)
        b = value;
}

void poisonHeap(std::byte value) {
    constexpr int kEach = 12; // more than the allocator keeps for a thread
    std::vector<void*> taken;
    taken.reserve(kLargest / kStep * kEach);
    for (size_t size = kStep; size <= kLargest; size += kStep)
        for (int i = 0; i < kEach; ++i)
            if (void* const memory = std::malloc(size - 8); memory != nullptr) {
                std::memset(memory, static_cast<int>(value), size - 8);
                taken.push_back(memory);
            }
    for (void* const memory : taken)
        std::free(memory);
    poisonStack(value);
}

void moveAddresses() {
    // Both stay: the process ends soon.
    for (size_t size = kStep; size <= kLargest; size += kStep)
        for (int i = 0; i < 24; ++i) {
            void* const volatile memory = std::malloc(size - 8);
            (void)memory;
        }
    ::mmap(nullptr, size_t{0x4a7} << 16, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

int64_t heapInUse() noexcept {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
    struct mallinfo2 const info = ::mallinfo2();
    return static_cast<int64_t>(info.uordblks + info.hblkhd);
#else
    return 0;
#endif
}

std::vector<std::byte> addressesIn(std::span<std::byte const> bytes) {
    std::vector<Area> const areas = mappedAreas();
    std::vector<std::byte> out(bytes.size(), std::byte{0});
    for (size_t i = 0; i + 8 <= bytes.size(); ++i) {
        uintptr_t value = 0;
        std::memcpy(&value, bytes.data() + i, sizeof value);
        bool const inside =
            std::any_of(areas.begin(), areas.end(), [&](Area const& a) { return a.begin <= value && value < a.end; });
        out[i] = std::byte{inside};
    }
    return out;
}

} // namespace tenon::checker

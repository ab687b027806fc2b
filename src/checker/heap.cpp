// SPDX-License-Identifier: Apache-2.0
#include "checker/heap.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <sys/mman.h>

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

} // namespace

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

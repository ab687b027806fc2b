// SPDX-License-Identifier: Apache-2.0
// A file of its own, so that no compiler sees malloc through an inlined new.
#include "test/pointwise/allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<int64_t> gCount{0};
} // namespace

int64_t tenon::test::allocations() noexcept {
    return gCount;
}

void* operator new(size_t size) {
    ++gCount;
    if (void* p = std::malloc(size))
        return p;
    throw std::bad_alloc();
}
void operator delete(void* p) noexcept {
    std::free(p);
}
void operator delete(void* p, size_t) noexcept {
    std::free(p);
}

// SPDX-License-Identifier: Apache-2.0
// glibc's own functions do the work; counters are thread-local and need no allocation of their own.
#include "allocs/allocs.h"

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <new>

extern "C" {
extern char __executable_start, etext; // the program's own code
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* memory, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
}

namespace {

thread_local tenon::tools::Allocs tAllocs;

void note(void const* caller) noexcept {
    auto const* at = static_cast<char const*>(caller);
    bool const own = at >= &__executable_start && at < &etext;
    ++(own ? tAllocs.ours : tAllocs.libraries);
}

void* checked(void* memory) {
    if (memory == nullptr)
        throw std::bad_alloc();
    return memory;
}

} // namespace

namespace tenon::tools {

Allocs allocsOfThread() noexcept {
    return tAllocs;
}

} // namespace tenon::tools

#define CALLER __builtin_return_address(0)

extern "C" {
void* malloc(size_t size) {
    note(CALLER);
    return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
    note(CALLER);
    return __libc_calloc(count, size);
}
void* realloc(void* memory, size_t size) {
    note(CALLER);
    return __libc_realloc(memory, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
    note(CALLER);
    return __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, size_t alignment, size_t size) {
    note(CALLER);
    *memory = __libc_memalign(alignment, size);
    return *memory == nullptr ? ENOMEM : 0;
}
}

void* operator new(size_t size) {
    note(CALLER);
    return checked(__libc_malloc(size));
}
void* operator new(size_t size, std::align_val_t alignment) {
    note(CALLER);
    return checked(__libc_memalign(static_cast<size_t>(alignment), size));
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, size_t, std::align_val_t) noexcept {
    std::free(memory);
}

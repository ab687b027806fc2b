// SPDX-License-Identifier: Apache-2.0
// malloc and operator new of the program `tenon`: glibc's, with a note of who asked while that is counted
// (alloc_count.h). Libraries that are loaded with the program resolve to these too. Freeing is left to glibc.
#include "alloc_count.h"

#include <cerrno>
#include <cstddef>
#include <new>

extern "C" {
void* __libc_malloc(size_t size) noexcept;
void* __libc_calloc(size_t count, size_t size) noexcept;
void* __libc_realloc(void* memory, size_t size) noexcept;
void* __libc_memalign(size_t alignment, size_t size) noexcept;
}

namespace {

inline void note(void* caller) noexcept {
    if (tenon::cli::hook::counting.load(std::memory_order_relaxed))
        tenon::cli::hook::note(caller);
}

bool const gLinked = tenon::cli::hook::linked = true;

template <class F>
void* orThrow(F&& allocate) {
    for (;;) {
        if (void* const memory = allocate())
            return memory;
        std::new_handler const handler = std::get_new_handler();
        if (handler == nullptr)
            throw std::bad_alloc();
        handler();
    }
}

} // namespace

#define TENON_CALLER __builtin_return_address(0)

extern "C" {

void* malloc(size_t size) noexcept {
    note(TENON_CALLER);
    return __libc_malloc(size);
}

void* calloc(size_t count, size_t size) noexcept {
    note(TENON_CALLER);
    return __libc_calloc(count, size);
}

void* realloc(void* memory, size_t size) noexcept {
    note(TENON_CALLER);
    return __libc_realloc(memory, size);
}

void* memalign(size_t alignment, size_t size) noexcept {
    note(TENON_CALLER);
    return __libc_memalign(alignment, size);
}

void* aligned_alloc(size_t alignment, size_t size) noexcept {
    note(TENON_CALLER);
    return __libc_memalign(alignment, size);
}

int posix_memalign(void** memory, size_t alignment, size_t size) noexcept {
    note(TENON_CALLER);
    if (alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
        return EINVAL;
    void* const made = __libc_memalign(alignment, size);
    if (made == nullptr)
        return ENOMEM;
    *memory = made;
    return 0;
}

} // extern "C"

void* operator new(size_t size) {
    note(TENON_CALLER);
    return orThrow([&] { return __libc_malloc(size == 0 ? 1 : size); });
}

void* operator new(size_t size, std::align_val_t alignment) {
    note(TENON_CALLER);
    return orThrow([&] { return __libc_memalign(static_cast<size_t>(alignment), size == 0 ? 1 : size); });
}

// The library's own would do; g++ wants a replaced operator new to have its counterpart.
extern "C" void __libc_free(void* memory) noexcept;
void operator delete(void* memory) noexcept {
    __libc_free(memory);
}
void operator delete(void* memory, size_t) noexcept {
    __libc_free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    __libc_free(memory);
}
void operator delete(void* memory, size_t, std::align_val_t) noexcept {
    __libc_free(memory);
}

// SPDX-License-Identifier: Apache-2.0
// Who asked is told by the library that the return address lies in. Where that is the C or C++ library (std::string
// grows there), the stack tells who called it; that is slow, and happens only while allocations are counted.
#include "alloc_count.h"

#include <array>
#include <dlfcn.h>
#include <dnnl.h>
#include <execinfo.h>

namespace tenon::cli {
namespace {

std::atomic<uint64_t> gOurs{0}, gLibraries{0};
thread_local bool tInside = false;

void const* baseOf(void const* address) noexcept {
    Dl_info info{};
    return address != nullptr && ::dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}

/// Where the libraries of interest lie.
struct Bases {
    void const* program = baseOf(reinterpret_cast<void const*>(&baseOf));
    std::array<void const*, 2> counted{baseOf(reinterpret_cast<void const*>(&::dnnl_version)),
                                       baseOf(::dlsym(RTLD_DEFAULT, "GOMP_parallel"))};
    std::array<void const*, 2> passing{baseOf(::dlsym(RTLD_DEFAULT, "__libc_malloc")),
                                       baseOf(::dlsym(RTLD_DEFAULT, "__cxa_throw"))};

    static bool has(std::array<void const*, 2> const& list, void const* base) noexcept {
        return base != nullptr && (list[0] == base || list[1] == base);
    }
};

Bases const& bases() noexcept {
    static Bases const made;
    return made;
}

/// The first frame that is in neither the C nor the C++ library nor in the hook itself.
void const* callerBehind(void const* caller) noexcept {
    constexpr int kFrames = 24;
    void* frames[kFrames];
    int const count = ::backtrace(frames, kFrames);
    bool behind = false;
    for (int i = 0; i < count; ++i) {
        behind = behind || frames[i] == caller;
        void const* const base = baseOf(frames[i]);
        if (behind && !Bases::has(bases().passing, base))
            return base;
    }
    return bases().program;
}

} // namespace

namespace hook {

std::atomic<bool> counting{false};
bool linked = false;

void note(void* caller) noexcept {
    if (tInside)
        return;
    tInside = true;
    void const* base = baseOf(caller);
    if (Bases::has(bases().passing, base))
        base = callerBehind(caller);
    (Bases::has(bases().counted, base) ? gLibraries : gOurs).fetch_add(1, std::memory_order_relaxed);
    tInside = false;
}

} // namespace hook

void startCounting() {
    void* frame[1];
    ::backtrace(frame, 1); // loads the unwinder, which allocates
    bases();
    gOurs = 0;
    gLibraries = 0;
    hook::counting.store(true);
}

std::optional<AllocationCounts> stopCounting() {
    hook::counting.store(false);
    if (!hook::linked)
        return std::nullopt;
    return AllocationCounts{gOurs.load(), gLibraries.load()};
}

} // namespace tenon::cli

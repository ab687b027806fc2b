// SPDX-License-Identifier: Apache-2.0
// Counts of heap allocations, split by who asks: libraries that kernels call (oneDNN, libgomp), or all other code,
// which is ours. The executable's own malloc and operator new (alloc_hook.cpp) report here; a program without them
// counts nothing and says so.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

namespace tenon::cli {

struct AllocationCounts {
    uint64_t ours = 0, libraries = 0;
};

/// Counts from here to stopCounting(), in all threads.
void startCounting();
/// Absent where this program does not see its allocations (under sanitizers, which bring a malloc of their own).
std::optional<AllocationCounts> stopCounting();

namespace hook {
extern std::atomic<bool> counting;
extern bool linked;
/// `caller` is an address inside the code that asked. Neither allocates nor throws.
void note(void* caller) noexcept;
} // namespace hook

} // namespace tenon::cli

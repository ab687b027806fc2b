// SPDX-License-Identifier: Apache-2.0
// Counts the allocations of the calling thread. A program that links this has its malloc and operator new replaced by
// ones that count; an allocation is ours when the code that asks for it lies in the program itself (which holds Tenon's
// static libraries), and a library's otherwise. Not to be linked together with a sanitizer, which replaces malloc
// itself.
#pragma once

#include <cstdint>

namespace tenon::tools {

struct Allocs {
    int64_t ours = 0;
    int64_t libraries = 0;
};

/// Allocations of this thread since it began.
Allocs allocsOfThread() noexcept;

} // namespace tenon::tools

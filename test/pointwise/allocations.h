// SPDX-License-Identifier: Apache-2.0
// Counts the allocations of this test program (allocations.cpp replaces operator new).
#pragma once

#include <cstdint>

namespace tenon::test {

int64_t allocations() noexcept;

} // namespace tenon::test

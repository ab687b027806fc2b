// SPDX-License-Identifier: Apache-2.0
// What the heap holds and where it gives memory from, so that who reads memory that nobody set is found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tenon::checker {

/// Fills free memory of the sizes of small objects, and of the stack, with a byte.
void poisonHeap(std::byte value);
/// What the function finds in its frame that is called next.
void poisonStack(std::byte value);
/// Takes memory, so that what is allocated later, or loaded, lies elsewhere than in a process that did not.
void moveAddresses();
/// Bytes in use, where the C library tells.
int64_t heapInUse() noexcept;
/// For each byte: whether the eight that begin there, read as an address, lie in memory of this process.
std::vector<std::byte> addressesIn(std::span<std::byte const> bytes);

} // namespace tenon::checker

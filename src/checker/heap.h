// SPDX-License-Identifier: Apache-2.0
// What the heap holds and where it gives memory from, so that who reads memory that nobody set is found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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
/// Learns where the first heap of the C library lies, if its blocks can be gone through from one to the next. To be
/// called while it is whole; until then, and with another allocator, no damage is seen.
void learnHeap() noexcept;
/// Bytes of the last block that is whole, where the length that stands behind it in the heap cannot be: what wrote
/// there wrote behind the end of that block, or before the start of the next one. Only reads, also in a signal handler.
/// What other threads do to the heap meanwhile may look like that.
std::optional<size_t> damagedBlock() noexcept;
/// For each byte: whether the eight that begin there, read as an address, lie in memory of this process.
std::vector<std::byte> addressesIn(std::span<std::byte const> bytes);

} // namespace tenon::checker

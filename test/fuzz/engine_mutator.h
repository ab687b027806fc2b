// SPDX-License-Identifier: Apache-2.0
// Makes engine files out of engine files: one number, string or list of the Plan changed, or bytes of a section, with
// right checksums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tenon::fuzz {

using Bytes = std::vector<std::byte>;

/// Files of the codec with every storage and every kind of block.
std::vector<Bytes> const& seedFiles();

/// What libFuzzer's custom mutator does. What is no engine becomes one of the seeds.
size_t mutateFile(uint8_t* data, size_t size, size_t maxSize, unsigned seed);

} // namespace tenon::fuzz

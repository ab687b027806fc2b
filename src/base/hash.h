// SPDX-License-Identifier: Apache-2.0
// XXH3 (xxHash) over bytes: 64 bits for sections of an engine file, 128 bits for the timing cache's keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tenon {

uint64_t hash64(std::span<std::byte const> bytes) noexcept;
std::string hash128Text(std::string_view text); ///< 32 hexadecimal digits

} // namespace tenon

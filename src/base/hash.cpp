// SPDX-License-Identifier: Apache-2.0
#include "base/hash.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace tenon {

uint64_t hash64(std::span<std::byte const> bytes) noexcept {
    return XXH3_64bits(bytes.data(), bytes.size());
}

std::string hash128Text(std::string_view text) {
    XXH128_hash_t const hash = XXH3_128bits(text.data(), text.size());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

} // namespace tenon

// SPDX-License-Identifier: Apache-2.0
// Characters of UTF-8 texts and sets of them, as regular expressions need them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace tenon::characters {

using Range = std::pair<uint32_t, uint32_t>; ///< both ends in
using Set = std::vector<Range>;

constexpr uint32_t kLast = 0x10FFFF;

/// The character at `at`, which moves behind it; a byte that is no part of one counts as one.
uint32_t decode(std::string_view text, size_t& at) noexcept;

Set normalised(Set set); ///< in ascending order, ranges that touch made one
Set complement(Set const& set);
void add(Set& to, Set const& more);
/// Both cases of the ASCII letters in the set; normalised.
Set withBothCases(Set set);
bool contains(Set const& normalised, uint32_t c) noexcept;

inline Set const kDigits{{'0', '9'}}, kSpaces{{'\t', '\n'}, {'\f', '\r'}, {' ', ' '}},
    kWords{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};

struct Posix {
    std::string_view name;
    Set set;
};
/// [:alnum:] and its like.
std::vector<Posix> const& posixClasses();

} // namespace tenon::characters

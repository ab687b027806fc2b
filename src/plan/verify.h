// SPDX-License-Identifier: Apache-2.0
// What the two files of the plan's verifier share: verify.cpp (the plan) and verify_block.cpp (one block of it).
#pragma once

#include "plan/plan.h"

#include <fmt/format.h>

namespace tenon::plan {

constexpr size_t kMaxRank = 16;
constexpr size_t kMaxContent = 4096; ///< elements of a value whose numbers are part of the shape program
constexpr int64_t kMaxBytes = int64_t{1} << 46;

template <class... A>
void require(bool good, fmt::format_string<A...> text, A&&... args) {
    if (!good)
        throw DecodeError(fmt::format(text, std::forward<A>(args)...));
}

inline bool inRange(int64_t index, size_t size) noexcept {
    return index >= 0 && static_cast<size_t>(index) < size;
}

void checkType(Type const& type);

/// Throws DecodeError when the block's indices, sizes or orders do not fit.
void checkBlock(Plan const& plan, size_t number);

} // namespace tenon::plan

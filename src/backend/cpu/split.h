// SPDX-License-Identifier: Apache-2.0
// How the CPU kernels cut ranges into parts.
#pragma once

#include <algorithm>
#include <cstdint>

namespace tenon::cpu {

constexpr int64_t ceilDiv(int64_t a, int64_t b) {
    return (a + b - 1) / b;
}

/// Start of part i when n is cut into `parts` as evenly as can be.
constexpr int64_t splitAt(int64_t n, int64_t parts, int64_t i) {
    return n / parts * i + std::min(n % parts, i);
}

} // namespace tenon::cpu

// SPDX-License-Identifier: Apache-2.0
// How products of bytes keep B: panels of 16 columns, in which kGroup numbers of a column that follow each other lie
// side by side. The depth is filled up with zeros to a multiple of kGroup, the last panel to 16 columns.
#pragma once

#include "backend/cpu/split.h"
#include "kernel/parallel.h"

#include <algorithm>
#include <cstring>

namespace tenon::cpu {

/// B[k][n] with its strides, into panels that lie one after the other.
template <int64_t kGroup>
void packPanels(int64_t n, int64_t k, uint8_t const* b, int64_t strideK, int64_t strideN, uint8_t* packed) noexcept {
    int64_t const depth = (k + kGroup - 1) / kGroup * kGroup;
    parallelFor((n + 15) / 16, ceilDiv(kSerialNanoseconds, 32 * depth + 1), [&](int64_t begin, int64_t end) {
        for (int64_t panel = begin; panel < end; ++panel) {
            uint8_t* const to = packed + panel * 16 * depth;
            int64_t const columns = std::min<int64_t>(16, n - panel * 16);
            if (columns < 16 || depth > k)
                std::memset(to, 0, static_cast<size_t>(16 * depth));
            for (int64_t i = 0; i < k; ++i)
                for (int64_t j = 0; j < columns; ++j)
                    to[(i / kGroup * 16 + j) * kGroup + i % kGroup] = b[i * strideK + (panel * 16 + j) * strideN];
        }
    });
}

} // namespace tenon::cpu

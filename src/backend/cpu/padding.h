// SPDX-License-Identifier: Apache-2.0
// The channels that pad the last block of a layout of channel blocks must be zero (kernel/layout.h).
#pragma once

#include "kernel/kernel.h"

#include <cstring>

namespace tenon::cpu {

/// Zeroes them after a kernel wrote whole blocks; nothing to do in other layouts.
inline void clearPadding(Tensor const& out, Layout const& layout) noexcept {
    if (layout.blocks.empty())
        return;
    int64_t const size = bytesFor(out.dtype, 1), block = layout.blocks[0].size, used = out.dims[1] % block;
    if (used == 0)
        return;
    int64_t const groups = (out.dims[1] + block - 1) / block;
    int64_t pixels = 1;
    for (int32_t i = 2; i < out.rank; ++i)
        pixels *= out.dims[i];
    for (int64_t n = 0; n < out.dims[0]; ++n) {
        auto* to = out.as<std::byte>() + ((n * groups + groups - 1) * pixels * block + used) * size;
        for (int64_t p = 0; p < pixels; ++p, to += block * size)
            std::memset(to, 0, static_cast<size_t>((block - used) * size));
    }
}

} // namespace tenon::cpu

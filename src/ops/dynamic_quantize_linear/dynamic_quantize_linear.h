// SPDX-License-Identifier: Apache-2.0
// How a range of numbers becomes a scale and a zero point of 8 bits.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tenon::ops::dynamic_quantize_linear {

struct Spread {
    float scale = 1;
    uint8_t zero = 0;

    /// Computed in fp32, as the standard's function does; a range of nothing but 0 has scale 1.
    Spread(float least, float greatest) noexcept {
        least = std::min(least, 0.0f);
        greatest = std::max(greatest, 0.0f);
        if (least != greatest)
            scale = (greatest - least) / 255.0f;
        float const at = std::min(std::max(0.0f - least / scale, 0.0f), 255.0f);
        zero = static_cast<uint8_t>(std::nearbyint(at));
    }
};

} // namespace tenon::ops::dynamic_quantize_linear

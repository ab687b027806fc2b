// SPDX-License-Identifier: Apache-2.0
// Weighted sums of four elements of a plane for sixteen places at once, the same places in many planes: what a kernel
// that reads between elements packs for a product (gemm.h). On the calling thread; neither allocates nor throws.
#pragma once

#include <cstdint>

namespace tenon::cpu {

/// Element k of place i: its offset into the plane, -1 where there is none, and its weight.
struct PlaceTaps {
    alignas(64) int32_t offset[4][16];
    alignas(64) float weight[4][16];
};

/// to[c * toStep + i] = the sum at place i of plane c, which begins at planes + c * planeStep.
void samplePlaces(PlaceTaps const& taps, int64_t count, float const* planes, int64_t planeStep, float* to,
                  int64_t toStep) noexcept;

} // namespace tenon::cpu

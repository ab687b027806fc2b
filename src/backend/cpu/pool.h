// SPDX-License-Identifier: Apache-2.0
// Max and average pooling in fp32, plain and nChw16c, for any dims, given at call time; nothing here allocates, throws,
// keeps state or needs a workspace. A plane is a channel of an image (plain) or a block of 16 channels (nChw16c; lanes
// of padding are pooled like any other). The output must not overlap the input; pointers need the alignment of float.
// Work is split over planes and rows with parallelFor; little work stays on the calling thread. Max propagates NaN.
#pragma once

#include <cstdint>

#include "backend/cpu/conv.h"

namespace tenon::cpu {

enum class PoolKind {
    kMAX,            // of the taps inside the input; -infinity where there are none
    kAVERAGE,        // over the taps inside the input; 0 where there are none
    kAVERAGE_PADDED, // the same sum, divided by the number of taps inside the padded input
};

struct PoolArgs {
    ConvDims dims; // batch is not used; how the output's size was rounded shows in outH, outW alone
    int64_t padBottom = 0, padRight = 0; // read by kAVERAGE_PADDED: taps beyond them are not counted
    PoolKind kind = PoolKind::kMAX;
    int64_t planes = 0; // N * C, or N * ceil(C / 16)
    float const* input = nullptr;
    float* output = nullptr;
};

void poolPlain(PoolArgs const& args) noexcept;
void poolBlocked(PoolArgs const& args) noexcept;

/// Pools all pixels of each plane: `output` holds one value a plane (plain), or one pixel of 16 (nChw16c). Without
/// pixels the result is -infinity (max) or NaN (average).
void globalPoolPlain(PoolKind kind, int64_t planes, int64_t pixels, float const* input, float* output) noexcept;
void globalPoolBlocked(PoolKind kind, int64_t planes, int64_t pixels, float const* input, float* output) noexcept;

} // namespace tenon::cpu

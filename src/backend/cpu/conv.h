// SPDX-License-Identifier: Apache-2.0
// 2-D convolutions in fp32 (1-D: height 1) for any dims, given at call time; nothing here allocates, throws, keeps
// state or needs a workspace. Layout nChw16c: [N][ceil(C / 16)][H][W][16]; the lanes beyond C are padding. Input lanes
// of padding are never read where the function takes the number of input channels; output lanes of padding get the
// bias's and weights' padding (zero when those are zero). Weights have the same layout on every CPU. All buffers but
// the input hold whole blocks of 16, bias included. No pointer needs more than the alignment of float; 64 bytes is
// faster. The output must not overlap any other buffer. Work is split with parallelFor over batch, channel blocks and
// pixels; a small convolution stays on the calling thread. The result has the same bits for any number of threads.
#pragma once

#include <cstdint>

#include "kernel/parallel.h"

namespace tenon::cpu {

/// Called once for each finished piece of the output: `count16` consecutive pixels (y * outW + x, from spatialOffset
/// on) of 16 floats at `data`, of image n and channel block cBlock. Final values are stored and in the cache; the
/// callee may overwrite them. Pieces are disjoint and cover the output; they come in any order and from several threads
/// at once.
using BlockEpilogue = FunctionRef<void(int64_t n, int64_t cBlock, int64_t spatialOffset, int64_t count16, float* data)>;

/// Output (y, x) sees input (y * strideH - padTop + ky * dilationH, x * strideW - padLeft + kx * dilationW); outside
/// the input is 0, so the padding at bottom and right follows from the output's dims. Pads may be negative.
struct ConvDims {
    int64_t batch = 1;
    int64_t inH = 1, inW = 1, outH = 1, outW = 1;
    int64_t kernelH = 1, kernelW = 1;
    int64_t strideH = 1, strideW = 1;
    int64_t padTop = 0, padLeft = 0;
    int64_t dilationH = 1, dilationW = 1;
};

struct ConvArgs {
    ConvDims dims;
    int64_t groups = 1;           // with more than one, channels per group are multiples of 16 on both sides
    int64_t inChannels = 0;       // of all groups
    int64_t outBlocks = 0;        // ceil(output channels / 16), of all groups
    float const* input = nullptr; // nChw16c
    float const* weights =
        nullptr; // [O / 16][ceil(I / groups / 16)][kernelH][kernelW][16 i][16 o]; i beyond I are not read
    float const* bias = nullptr;             // outBlocks * 16 floats; may be null
    float* output = nullptr;                 // nChw16c
    BlockEpilogue const* epilogue = nullptr; // may be null
};

void conv(ConvArgs const& args) noexcept;

/// The first layer: few input channels in a plain layout. Groups must be 1.
struct ConvPlainArgs {
    ConvDims dims;
    int64_t inChannels = 0;
    int64_t outBlocks = 0;
    float const* input = nullptr;            // [N][I][H][W]
    float const* weights = nullptr;          // [O / 16][kernelH][kernelW][I][16 o]
    float const* bias = nullptr;             // outBlocks * 16 floats; may be null
    float* output = nullptr;                 // nChw16c
    BlockEpilogue const* epilogue = nullptr; // may be null
};

void convPlain(ConvPlainArgs const& args) noexcept;

/// One filter per channel. Padding lanes of input, weights and bias are used like any other and reach only output lanes
/// of padding.
struct DepthwiseArgs {
    ConvDims dims;
    int64_t blocks = 0;                      // ceil(C / 16)
    float const* input = nullptr;            // nChw16c
    float const* weights = nullptr;          // [C / 16][kernelH][kernelW][16]
    float const* bias = nullptr;             // blocks * 16 floats; may be null
    float* output = nullptr;                 // nChw16c
    BlockEpilogue const* epilogue = nullptr; // may be null
};

void depthwise(DepthwiseArgs const& args) noexcept;

} // namespace tenon::cpu

// SPDX-License-Identifier: Apache-2.0
// The convolution of 8-bit integers over one or two spatial axes, exact in 32 bits (which wrap): the weights times
// patches of the image, 32 output positions at a time, by the 8-bit product of gemm_vnni.h where the processor has
// that, else that of gemm_int.h. Nothing here allocates, throws or keeps state. Work is split with parallelFor.
#pragma once

#include "backend/cpu/gemm_int.h"
#include "shape/window.h"

namespace tenon::cpu {

struct IntConvArgs {
    int64_t batch = 0, group = 1;
    int64_t channels = 0, outChannels = 0; ///< of one group
    WindowAxis rows, columns;              ///< a convolution over one axis has one row
    Bytes x, w;                            ///< [batch][group * channels][rows][columns], [group * out][channels][taps]
    Bytes zeroX;                           ///< one; null: 0
    Bytes zerosW;                          ///< one, or one for each output channel of all groups; null: 0
    bool zeroOfEach = false;
    int32_t* y = nullptr;      ///< [batch][group * out][positions]
    void* workspace = nullptr; ///< intConvWorkspace bytes, aligned to 64
};

/// An upper bound that depends on channels, group and the kernel's dims alone.
int64_t intConvWorkspace(IntConvArgs const& args) noexcept;
void intConv(IntConvArgs const& args) noexcept;

} // namespace tenon::cpu

// SPDX-License-Identifier: Apache-2.0
// What the host code of hardmax and hardmax.cu share.
#pragma once

#include <cstdint>

#if defined(TENON_PLUGIN_CUDA)
#include <cuda_runtime_api.h>
#endif

namespace hardmax {

/// Bits of a 16-bit float.
struct Half {
    uint16_t bits;
};

#if defined(TENON_PLUGIN_CUDA)
/// run() of hardmax_host.h on a GPU. False when the kernel could not be started.
bool launch(float const* x, float* y, int64_t outer, int64_t count, int64_t inner, cudaStream_t stream);
bool launch(Half const* x, Half* y, int64_t outer, int64_t count, int64_t inner, cudaStream_t stream);
#endif

} // namespace hardmax

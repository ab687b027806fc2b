// SPDX-License-Identifier: Apache-2.0
// The norm over axis 1 on a GPU: a thread for each place, which goes along the channels twice. Neighbouring threads read
// neighbouring elements where there are several places to an image; rows of channels alone get a warp each.
#define TENON_PLUGIN_CUDA
#include "l2norm_host.h"

#include <cuda_fp16.h>

namespace l2norm {
namespace {

template <class T>
__global__ void rows(T const* x, T* y, int64_t outer, int64_t channels, float eps) {
    int64_t const row = (int64_t{blockIdx.x} * blockDim.x + threadIdx.x) / 32;
    int const lane = threadIdx.x % 32;
    if (row >= outer)
        return;
    x += row * channels;
    y += row * channels;
    float sum = 0;
    for (int64_t i = lane; i < channels; i += 32)
        sum += static_cast<float>(x[i]) * static_cast<float>(x[i]);
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_xor_sync(~0U, sum, step);
    float const scale = 1.0F / fmaxf(sqrtf(sum), eps);
    for (int64_t i = lane; i < channels; i += 32)
        y[i] = static_cast<T>(static_cast<float>(x[i]) * scale);
}

template <class T>
__global__ void places(T const* x, T* y, int64_t outer, int64_t channels, int64_t inner, float eps) {
    int64_t const at = int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (at >= outer * inner)
        return;
    int64_t const start = at / inner * channels * inner + at % inner;
    float sum = 0;
    for (int64_t c = 0; c < channels; ++c) {
        float const value = static_cast<float>(x[start + c * inner]);
        sum += value * value;
    }
    float const scale = 1.0F / fmaxf(sqrtf(sum), eps);
    for (int64_t c = 0; c < channels; ++c)
        y[start + c * inner] = static_cast<T>(static_cast<float>(x[start + c * inner]) * scale);
}

template <class T>
bool start(void const* x, void* y, int64_t outer, int64_t channels, int64_t inner, float eps, cudaStream_t stream) {
    if (outer * channels * inner == 0)
        return true;
    constexpr int kThreads = 256;
    int64_t const threads = inner == 1 ? outer * 32 : outer * inner;
    auto const blocks = static_cast<unsigned>((threads + kThreads - 1) / kThreads);
    auto const* const from = static_cast<T const*>(x);
    auto* const to = static_cast<T*>(y);
    if (inner == 1)
        rows<<<blocks, kThreads, 0, stream>>>(from, to, outer, channels, eps);
    else
        places<<<blocks, kThreads, 0, stream>>>(from, to, outer, channels, inner, eps);
    return cudaPeekAtLastError() == cudaSuccess;
}

} // namespace

bool launch(void const* x, void* y, bool half, int64_t outer, int64_t channels, int64_t inner, float eps,
            cudaStream_t stream) {
    return half ? start<__half>(x, y, outer, channels, inner, eps, stream)
                : start<float>(x, y, outer, channels, inner, eps, stream);
}

} // namespace l2norm

// SPDX-License-Identifier: Apache-2.0
// y = x + 1 on a GPU, a thread for each element.
#define TENON_PLUGIN_CUDA
#include "add_one.h"

__global__ void addOne(float const* x, float* y, int64_t count) {
    int64_t const i = int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count)
        y[i] = x[i] + 1.0F;
}

bool addOneOnDevice(float const* x, float* y, int64_t count, cudaStream_t stream) {
    constexpr int kThreads = 256;
    if (count > 0)
        addOne<<<static_cast<unsigned>((count + kThreads - 1) / kThreads), kThreads, 0, stream>>>(x, y, count);
    return cudaPeekAtLastError() == cudaSuccess;
}

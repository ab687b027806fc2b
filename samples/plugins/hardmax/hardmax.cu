// SPDX-License-Identifier: Apache-2.0
// Hardmax on a GPU, in one pass over the input: a warp for each slice of neighbours, a thread for each column otherwise.
// Nothing is copied to the host.
#define TENON_PLUGIN_CUDA
#include "hardmax.h"

namespace hardmax {
namespace {

__device__ int32_t keyOf(float value) {
    int32_t const u = __float_as_int(value), magnitude = u & 0x7FFFFFFF, sign = u >> 31;
    return magnitude > 0x7F800000 ? INT32_MAX : (magnitude ^ sign) - sign;
}
__device__ int32_t keyOf(Half value) {
    int32_t const magnitude = value.bits & 0x7FFF, sign = -(value.bits >> 15);
    return magnitude > 0x7C00 ? INT32_MAX : (magnitude ^ sign) - sign;
}
__device__ float oneOf(float) {
    return 1;
}
__device__ Half oneOf(Half) {
    return {0x3C00};
}

template <class T>
__global__ void rowKernel(T const* x, T* y, int64_t outer, int64_t count) {
    int64_t const row = (int64_t{blockIdx.x} * blockDim.x + threadIdx.x) / 32;
    int const lane = threadIdx.x % 32;
    if (row >= outer)
        return;
    x += row * count;
    y += row * count;
    int32_t best = INT32_MIN;
    int64_t place = INT64_MAX;
    for (int64_t i = lane; i < count; i += 32)
        if (int32_t const k = keyOf(x[i]); k > best) {
            best = k;
            place = i;
        }
    for (int step = 16; step > 0; step /= 2) {
        int32_t const otherBest = __shfl_xor_sync(~0U, best, step);
        int64_t const otherPlace = __shfl_xor_sync(~0U, place, step);
        if (otherBest > best || (otherBest == best && otherPlace < place)) {
            best = otherBest;
            place = otherPlace;
        }
    }
    for (int64_t i = lane; i < count; i += 32)
        y[i] = i == place ? oneOf(T{}) : T{};
}

template <class T>
__global__ void columnKernel(T const* x, T* y, int64_t outer, int64_t count, int64_t inner) {
    int64_t const at = int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (at >= outer * inner)
        return;
    int64_t const start = at / inner * count * inner + at % inner;
    x += start;
    y += start;
    int32_t best = keyOf(x[0]);
    int64_t place = 0;
    for (int64_t i = 1; i < count; ++i)
        if (int32_t const k = keyOf(x[i * inner]); k > best) {
            best = k;
            place = i;
        }
    for (int64_t i = 0; i < count; ++i)
        y[i * inner] = i == place ? oneOf(T{}) : T{};
}

template <class T>
bool start(T const* x, T* y, int64_t outer, int64_t count, int64_t inner, cudaStream_t stream) {
    if (outer * count * inner == 0)
        return true;
    constexpr int kThreads = 256;
    int64_t const threads = inner == 1 ? outer * 32 : outer * inner;
    auto const blocks = static_cast<unsigned>((threads + kThreads - 1) / kThreads);
    if (inner == 1)
        rowKernel<<<blocks, kThreads, 0, stream>>>(x, y, outer, count);
    else
        columnKernel<<<blocks, kThreads, 0, stream>>>(x, y, outer, count, inner);
    return cudaPeekAtLastError() == cudaSuccess;
}

} // namespace

bool launch(float const* x, float* y, int64_t outer, int64_t count, int64_t inner, cudaStream_t stream) {
    return start(x, y, outer, count, inner, stream);
}
bool launch(Half const* x, Half* y, int64_t outer, int64_t count, int64_t inner, cudaStream_t stream) {
    return start(x, y, outer, count, inner, stream);
}

} // namespace hardmax

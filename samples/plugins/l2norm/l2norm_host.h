// SPDX-License-Identifier: Apache-2.0
// y = x / max(sqrt(sum of x * x over axis 1), eps) on the host. The tensor is seen as [outer, channels, inner]. Sums
// are floats for both types.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace l2norm {

template <class T>
void run(T const* x, T* y, int64_t outer, int64_t channels, int64_t inner, float eps) {
    constexpr int64_t kTile = 1024;
    float scale[kTile]; // of as many places beside each other
    for (int64_t o = 0; o < outer; ++o, x += channels * inner, y += channels * inner)
        for (int64_t first = 0; first < inner; first += kTile) {
            int64_t const n = std::min(kTile, inner - first);
            std::fill(scale, scale + n, 0.0F);
            for (int64_t c = 0; c < channels; ++c)
                for (int64_t j = 0; j < n; ++j) {
                    float const value = x[c * inner + first + j];
                    scale[j] += value * value;
                }
            for (int64_t j = 0; j < n; ++j)
                scale[j] = 1.0F / std::max(std::sqrt(scale[j]), eps);
            for (int64_t c = 0; c < channels; ++c)
                for (int64_t j = 0; j < n; ++j)
                    y[c * inner + first + j] = static_cast<float>(x[c * inner + first + j]) * scale[j];
        }
}

#if defined(TENON_PLUGIN_CUDA)
} // namespace l2norm
#include <cuda_runtime_api.h>
namespace l2norm {
/// The same on a GPU: l2norm.cu. False when the kernel could not be started.
bool launch(void const* x, void* y, bool half, int64_t outer, int64_t channels, int64_t inner, float eps,
            cudaStream_t stream);
#endif

} // namespace l2norm
